"""Layer 12: the command line; options in, one library call, print, exit code."""
