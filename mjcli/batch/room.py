"""The bounds of columns."""


class NoRoomError(Exception):
    """Columns have no room for what a rule set asks of them: the hands are answered one by one instead.

    Who raised it is not to be asked again, for what it had begun to number may be half done.
    """
