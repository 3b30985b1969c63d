# SPDX-License-Identifier: Apache-2.0
"""Errors of the library."""
import ctypes

from . import find


def _text(call, number):
    """The library's text for an error number; the number itself if liblinepress is not
    available."""
    try:
        function = getattr(find.load("liblinepress.so"), call)
    except OSError:
        return f"{'status' if call == 'lp_dma_status_text' else 'error'} {number}"
    function.restype = ctypes.c_char_p
    return function(number).decode()


class Error(Exception):
    """An error of the library (its number is `code`), a failed transfer (`status`), or of the
    command line (`words` alone). For a card, the text names a remedy."""

    def __init__(self, code=0, status=0, words=""):
        self.code, self.status = code, status
        super().__init__(words or
                         (_text("lp_dma_status_text", status) if status
                          else _text("lp_strerror", code)))


def check(code):
    """Raises an Error unless the code is LP_OK."""
    if code != 0:
        raise Error(code)
