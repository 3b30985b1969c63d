# SPDX-License-Identifier: Apache-2.0
"""Completion for bash and zsh, from what help_text read."""
import textwrap

NOTE = "# Made from --help: a change belongs there.\n"

BASH_HEAD = """\
# shellcheck shell=bash
# bash completion for @PROGRAM@
"""

BASH_TAIL = """\
@FUNCTION@()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} words=''
    COMPREPLY=()
    # --option=value comes as three words.
    if [[ $cur == = ]]; then
        cur=''
    elif [[ $prev == = ]] && ((COMP_CWORD > 2)); then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if ((COMP_CWORD == 1)); then
        words=$@FUNCTION@_commands
    else
        words=$(@FUNCTION@_values "${COMP_WORDS[1]} $prev") ||
            words=$(@FUNCTION@_arguments "${COMP_WORDS[1]}" "$cur")
    fi
    case $words in
    @files) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    @folders) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur") ;;
    esac
    if [[ $words == @* ]]; then
        compopt -o filenames 2>/dev/null
    fi
}

complete -F @FUNCTION@ @PROGRAM@
"""


def bash_values(command, page):
    """The cases of what follows an option; an option without an argument has none."""
    for option in page.options:
        if not option.argument:
            continue
        said = f"@{option.place()}s" if option.place() else " ".join(option.choices)
        names = " | ".join(f"'{command} {name}'" for name in option.names)
        yield f"    {names}) echo '{said}' ;;\n"


def bash_arguments(command, page):
    """The cases of what else a command takes."""
    names = textwrap.fill(" ".join(name for option in page.options for name in option.names), 84,
                          break_on_hyphens=False, subsequent_indent=" " * 8)
    yield f"    '{command} -'*)\n        echo '{names}' ;;\n"
    if page.files():
        yield f"    '{command} '*) echo @files ;;\n"


def named(text, program):
    """The text with the program's name, and its function's, in their places."""
    return text.replace("@PROGRAM@", program).replace("@FUNCTION@", function_of(program))


def function_of(program):
    return "_" + program.replace("-", "_")


def bash(program, main, commands):
    function = function_of(program)
    words = " ".join([*commands, *(name for option in main.options for name in option.names)])
    text = named(BASH_HEAD, program) + NOTE + f"\n{function}_commands='{words}'\n"
    text += "\n# COMMAND OPTION: the option's values; 1 if it takes none\n"
    text += f"{function}_values()\n{{\n"
    text += "    case $1 in\n"
    for command, (_, page) in commands.items():
        text += "".join(bash_values(command, page))
    text += "    *) return 1 ;;\n    esac\n}\n"
    text += "\n# COMMAND WORD: options if the word begins as one, else what the command takes\n"
    text += f"{function}_arguments()\n{{\n    case \"$1 $2\" in\n"
    for command, (_, page) in commands.items():
        text += "".join(bash_arguments(command, page))
    return text + "    esac\n}\n\n" + named(BASH_TAIL, program)


ZSH_HEAD = """\
#compdef @PROGRAM@
"""


def plain(text, most=72):
    """Text without what _arguments takes for its own, cut at a word."""
    for old, new in (("[", "("), ("]", ")"), (":", " -"), ("\\", "/")):
        text = text.replace(old, new)
    return textwrap.shorten(text, most, placeholder=" ...").replace("'", "'\\''")


def zsh_option(option):
    """Specifications of _arguments, one for each name."""
    value = ""
    if option.argument:
        name = option.names[-1].strip("-") if "|" in option.argument else option.argument
        action = f"({' '.join(option.choices)})" if option.choices else " "
        action = {"file": "_files", "folder": "_files -/"}.get(option.place(), action)
        value = f":{plain(name)}:{action}"
    others = f"({' '.join(option.names)})" if len(option.names) > 1 else ""
    for name in option.names:
        joined = ("=" if name.startswith("--") else "+") if option.argument else ""
        yield f"'{others}{name}{joined}[{plain(option.text)}]{value}'"


def zsh_specifications(page):
    specifications = [s for option in page.options for s in zsh_option(option)]
    if page.files():
        specifications.append(f"'*:{plain(' '.join(page.files()))}:_files'")
    return specifications


def zsh_arguments(specifications, indent):
    return (" \\\n" + " " * (indent + 2)).join(["_arguments -s", *specifications])


def zsh(program, main, commands):
    function = function_of(program)
    text = named(ZSH_HEAD, program) + NOTE + f"\n{function}() {{\n"
    text += "  local curcontext=\"$curcontext\" state line\n  local -A opt_args\n"
    text += "  local -a commands=(\n"
    for command, (summary, _) in commands.items():
        text += f"    '{command}:{plain(summary)}'\n"
    text += "  )\n"
    first = [s for option in main.options for s in zsh_option(option)]
    first += ["'1:command:->command'", "'*::argument:->argument'"]
    text += "  " + zsh_arguments(first, 2).replace("-s", "-C", 1) + " && return\n"
    text += "  case $state in\n  command) _describe -t commands command commands ;;\n"
    text += f"  argument)\n    curcontext=\"${{curcontext%:*:*}}:{program}-$words[1]:\"\n"
    text += "    case $words[1] in\n"
    for command, (_, page) in commands.items():
        text += f"    {command})\n      {zsh_arguments(zsh_specifications(page), 6)}\n      ;;\n"
    return text + f"    esac\n    ;;\n  esac\n}}\n\n{function} \"$@\"\n"
