# SPDX-License-Identifier: Apache-2.0
"""A row of the table of bad inputs."""
from dataclasses import dataclass, field
from typing import Callable, Optional, Union

NOBODY = 65534


class Skip(Exception):
    """A row that cannot be tried here, and the reason."""


@dataclass
class Run:
    """The files left by a command."""
    status: int
    stdout: bytes
    stderr: bytes


@dataclass
class Row:
    name: str
    command: Union[str, list]  # the words after the program's name
    says: str = ""  # a pattern for standard error
    status: int = 2
    lines: int = 1  # on standard error
    prints: Optional[str] = None  # a pattern for standard output, which is empty without
    stdin: Union[bytes, str, None] = None  # data for a pipe, or a file's name
    stdout: Optional[str] = None  # a file's name
    env: dict = field(default_factory=dict)
    nobody: bool = False  # not as root, which may do everything
    limit: Optional[Callable] = None  # called in the command's process, before it begins
    before: Optional[Callable] = None
    after: Optional[Callable] = None  # whether the final conditions hold
    leaves: tuple = ()  # names that may be in out/ afterwards
    act: Optional[Callable] = None  # runs the command in its own way: words -> Run
