"""Large hand files by whole columns, with numpy: the only part of the project that loads it.

A block of lines becomes four columns of *suit keys*, one number for the tiles
of each suit, without a Python loop over tiles or lines; tables that have an
entry for every key then answer for the whole column.  For scores the readings of
a column are told apart by what the engine's questions ask, and each kind is put to
the engine once, kinds that differ only in places that do not matter together: see
`pieces`, `questions`, `scores`, and `scoring.matter`.  What the columns do not
cover is left to the path that takes one hand at a time, and both paths give the
same records.
"""
