/* SPDX-License-Identifier: Apache-2.0 */
#include "../../kit/vectors_sources.h"
#include "../../kit/vectors_wrote.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/folder.h"
#include "kit_options.h"

_Static_assert(VECTORS_FILES <= CLI_FOLDER_FILES && VECTORS_NAME <= CLI_FOLDER_NAME,
               "a pack is a folder");

static const char help[] =
    "Usage: linepress vectors UNIT FILE... -o DIR [OPTION]...\n"
    "\n"
    "Writes a vector pack, for a testbench in any simulator, to the new folder DIR: $readmemh\n"
    "files with the beats of the unit's streams, a file to include in the testbench, and\n"
    "pack.json, which describes them. FILE has cases of 'linepress gen' (\"-\": standard input)\n"
    "or, for the codecs and cdma-pack, an array: its lines, encoded if the unit is a decoder, or\n"
    "its groups compressed with ZVC for cdma-pack. All outputs of the unit's cycle model are\n"
    "first compared with the functional model. DIR is written atomically.\n"
    "\n"
    "  -o, --folder DIR  the new folder\n"
    "  -f, --force       replace DIR, if it contains only a pack\n"
    "  -p, --param NAME=VALUE\n"
    "                    a parameter of the unit; cases must have been made with it\n";

static FILE *open_file(void *context, const char *name, struct lpi_fault *fault)
{
    (void)context;
    (void)fault;
    return cli_folder_file(name);
}

int cli_vectors(int argc, char **argv)
{
    struct lpi_fault fault = {0};
    struct kit_options options;
    struct vectors_sources sources;

    kit_parse(argc, argv, KIT_FOLDER | KIT_FORCE, help, &options);
    if (options.file_count == 0)
        cli_fail("vectors: no file given; try 'linepress vectors --help'");
    if (vectors_sources_open(&sources, &options.head, options.named, options.files,
                             (size_t)options.file_count, &fault) != 0)
        cli_fail_for(&fault);
    const struct vectors_place place = {.open = open_file, .name = options.folder};
    cli_folder_open(options.folder, options.force, vectors_wrote, "a pack");
    if (vectors_write(&sources, &place, &fault) != 0)
        cli_fail_for(&fault);
    cli_folder_finish();
    vectors_sources_close(&sources);
    return EXIT_GOOD;
}
