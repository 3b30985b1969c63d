/* SPDX-License-Identifier: Apache-2.0 */
#include "../../kit/run.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "kit_options.h"
#include "../shared/progress.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const char help[] =
    "Usage: linepress gen UNIT [OPTION]... | YOUR-DUT | linepress check UNIT\n"
    "\n"
    "Writes test cases for a unit with the function of a Linepress unit: one line of text per\n"
    "case, with its inputs. YOUR-DUT must append its outputs to each line, and copy lines that\n"
    "begin with #; 'linepress check' compares the outputs.\n"
    "\n"
    "  --level 1|2       1 (default): every class of input once; 2: many inputs of classes,\n"
    "                    positions and weighted random data\n"
    "  --seed N          seed of random inputs (1)\n"
    "  --lines N         number of cases; after those of the level, random ones follow\n"
    "  -p, --param NAME=VALUE\n"
    "                    a parameter of the unit; may be given several times\n"
    "  --answers         append the expected outputs, as a correct unit does\n"
    "  --fields          write a description of the unit's fields instead of cases\n";

/* One line: the inputs, and the expected outputs if `answers`. *crc covers the inputs. */
static char *put_case(struct lpi_kit_run *run, bool answers, char *text, uLong *crc)
{
    const struct lpi_kit_unit *unit = run->head.unit;
    char *end;

    lpi_kit_run_make(run);
    end = lpi_case_put(unit->in, run->nin, &run->in, text);
    *end = '\n';
    *crc = crc32(*crc, (const Bytef *)text, (uInt)(end + 1 - text));
    if (answers) {
        const char *wrong = lpi_kit_run_expect(run);
        if (wrong != NULL)
            cli_fail("gen: case %llu: %s", (unsigned long long)run->maker.index, wrong);
        *end = ' ';
        end = lpi_case_put(unit->out, run->nout, &run->due, end + 1);
        *end = '\n';
    }
    return end + 1;
}

static void put(const char *text, size_t bytes)
{
    if (fwrite(text, 1, bytes, stdout) != bytes)
        cli_fail("standard output: %s", strerror(errno));
}

static void show_fields(const char *way, const struct lpi_kit_field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char size[40];
        if (fields[i].bits != 0)
            snprintf(size, sizeof size, "%u bit%s", fields[i].bits, fields[i].bits > 1 ? "s" : "");
        else
            snprintf(size, sizeof size, "0..%zu bytes", fields[i].most);
        printf("%-3s %-13s %-13s %s\n", way, fields[i].name, size, fields[i].what);
    }
}

int cli_gen(int argc, char **argv)
{
    struct kit_options options;
    struct lpi_kit_run run;
    char ends[LPI_CASE_HEAD];
    uLong crc = crc32(0, NULL, 0);

    kit_parse(argc, argv, KIT_LEVEL | KIT_SEED | KIT_LINES | KIT_ANSWERS | KIT_SHOW, help,
              &options);
    if (options.file_count > 0)
        cli_fail("gen: takes one unit and no file, not '%s'", options.files[0]);
    if (options.fields) {
        show_fields("in", options.head.unit->in, options.head.unit->nin);
        show_fields("out", options.head.unit->out, options.head.unit->nout);
        return EXIT_GOOD;
    }
    if (!lpi_kit_run_open(&run, &options.head, options.level))
        cli_fail("gen: no memory");
    uint64_t count = options.lines ? options.lines : options.head.unit->cases[options.level - 1];
    char *text = cli_alloc(lpi_case_room(options.head.unit));
    lpi_case_put_head(&options.head, ends);
    put(ends, strlen(ends));
    put("\n", 1);
    for (uint64_t i = 0; i < count; i++) {
        put(text, (size_t)(put_case(&run, options.answers, text, &crc) - text));
        if (i % 1024 == 0)
            cli_progress("gen", i, count);
    }
    cli_progress_end();
    lpi_case_put_end(count, (uint32_t)crc, ends);
    put(ends, strlen(ends));
    put("\n", 1);
    free(text);
    lpi_kit_run_close(&run);
    return EXIT_GOOD;
}
