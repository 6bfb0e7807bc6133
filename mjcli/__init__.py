"""Scores mahjong hands and finds waiting tiles under the rules played in China."""
