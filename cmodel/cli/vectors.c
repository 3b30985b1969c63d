/* SPDX-License-Identifier: Apache-2.0 */
#include "case_file.h"
#include "cli.h"
#include "fail.h"
#include "input.h"
#include "kit_options.h"
#include "output.h"
#include "vectors_pack.h"
#include <errno.h>
#include <inttypes.h>
#include <linepress/cdma.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: linepress vectors UNIT FILE... -o DIR [OPTION]...\n"
    "\n"
    "Writes a vector pack for a bench in any simulator into the new folder DIR: $readmemh files with\n"
    "the beats of each stream of the unit, what a bench includes, and pack.json, which says what is\n"
    "where. FILE holds cases of 'linepress gen' (\"-\": standard input) or, for the codecs and\n"
    "cdma-pack, an array: its lines, stored as a good encoder does where the unit decodes, and\n"
    "groups shrunk with ZVC for cdma-pack. All that comes out is held against the functional model\n"
    "first. DIR appears whole or not at all.\n"
    "\n"
    "  -o, --folder DIR  where to write\n"
    "  -f, --force       replace DIR, if it holds a pack\n"
    "  -p, --param NAME=VALUE\n"
    "                    a parameter of the unit; cases must have been made with it\n";

#define CASES "# linepress-cases"
#define LINES 4   /* of an array, to a stream */
#define GROUPS 12 /* of an array, to a job */

static bool ours(const char *name)
{
    size_t length = strlen(name);

    return strcmp(name, VECTORS_JSON) == 0 || strcmp(name, VECTORS_SVH) == 0 ||
           (length > 4 && strcmp(name + length - 4, ".hex") == 0);
}

/* ---- cases ---- */

static bool has_cases(const char *path)
{
    char begin[sizeof CASES - 1];
    bool yes = strcmp(path, "-") == 0;

    if (yes)
        return true;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        cli_fail("%s: %s", path, strerror(errno));
    yes = fread(begin, 1, sizeof begin, file) == sizeof begin &&
          memcmp(begin, CASES, sizeof begin) == 0;
    fclose(file);
    return yes;
}

static uint64_t take_cases(struct vectors *q, struct cli_cases *cases)
{
    while (cli_cases_next(cases)) {
        const char *rest = cli_cases_inputs(cases, lpi_pack_next(q->pack));
        if (*rest != '\0')
            cli_cases_bad(cases, "more fields than the inputs of a case");
        const char *wrong = lpi_pack_put(q->pack);
        if (wrong != NULL)
            cli_cases_bad(cases, wrong);
        vectors_check(q);
    }
    return cases->count;
}

/* ---- arrays ---- */

struct array {
    const char *path;
    struct lp_input *input;
    size_t most; /* bytes of a case */
};

static bool is(const struct vectors *q, const char *name)
{
    return strcmp(q->head.unit->name, name) == 0;
}

static bool streams(const struct vectors *q)
{
    return q->head.unit->nparams == 2 && q->head.values[1] == 1;
}

static size_t bytes_of_case(const struct lpi_kit_unit *unit, const int *values)
{
    if (strcmp(unit->name, "zvc-enc") == 0 || strcmp(unit->name, "zvc-dec") == 0)
        return values[1] == 1 ? LINES * LP_LINE_BYTES : LP_LINE_BYTES;
    if (strcmp(unit->name, "bpc-enc") == 0 || strcmp(unit->name, "bpc-dec") == 0)
        return LP_LINE_BYTES;
    return strcmp(unit->name, "cdma-pack") == 0 ? GROUPS * LP_DMA_GROUP : 0;
}

static void put_stored(struct vectors *q, const uint8_t *data, size_t bytes,
                       struct lpi_kit_side *in)
{
    uint8_t stored[LINES * LP_ZVC_RECORD_MAX(8)];
    enum lp_elem elem = (enum lp_elem)q->head.values[0];
    size_t size = 0;
    unsigned sectors = 0;

    if (streams(q)) {
        lp_zvc_compress(elem, data, bytes, stored, sizeof stored, &size);
    } else {
        if (is(q, "zvc-dec"))
            lp_zvc_encode_entry(elem, data, stored, &sectors);
        else
            lp_bpc_encode_entry(data, stored, &sectors);
        size = sectors * LP_SECTOR_BYTES;
    }
    lpi_kit_bytes(in, 0, stored, size);
    lpi_kit_number(in, 1, sectors);
}

/* A job with just the room that it takes; fields are those of kit/cdma_pack_cases.c. */
static void put_job(const uint8_t *data, size_t bytes, struct lpi_kit_side *in)
{
    uint8_t sizes[2 * GROUPS], zeros[GROUPS], stored[GROUPS * LP_DMA_GROUP_BOUND];
    const uint8_t errs[GROUPS] = {0};
    size_t groups = 0, total = 0;

    for (size_t at = 0; at < bytes; at += LP_DMA_GROUP, groups++) {
        size_t left = bytes - at < LP_DMA_GROUP ? bytes - at : LP_DMA_GROUP;
        size_t sectors = left / LP_SECTOR_BYTES, size;
        lp_dma_shrink(LP_DMA_ZVC, LP_ELEM_32, data + at, sectors, stored + total, &size);
        zeros[groups] = (uint8_t)lp_dma_zeros(data + at, sectors);
        sizes[2 * groups] = (uint8_t)size;
        sizes[2 * groups + 1] = (uint8_t)(size >> 8);
        total += size;
    }
    lpi_kit_number(in, 0, (total + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES * LP_SECTOR_BYTES);
    lpi_kit_bytes(in, 1, sizes, 2 * groups);
    lpi_kit_bytes(in, 2, zeros, groups);
    lpi_kit_bytes(in, 3, errs, groups);
    lpi_kit_bytes(in, 4, stored, total);
}

/* The last line is filled with zeros. */
static uint64_t take_array(struct vectors *q, const struct array *array)
{
    uint8_t data[GROUPS * LP_DMA_GROUP];
    uint64_t cases = 0;

    for (size_t got; (got = cli_input_read(array->input, array->path, data, array->most)) > 0;) {
        struct lpi_kit_side *in = lpi_pack_next(q->pack);
        size_t bytes = (got + LP_LINE_BYTES - 1) / LP_LINE_BYTES * LP_LINE_BYTES;
        memset(data + got, 0, bytes - got);
        if (is(q, "cdma-pack"))
            put_job(data, bytes, in);
        else if (is(q, "zvc-enc") || is(q, "bpc-enc"))
            lpi_kit_bytes(in, 0, data, bytes);
        else
            put_stored(q, data, bytes, in);
        const char *wrong = lpi_pack_put(q->pack);
        if (wrong != NULL)
            cli_fail("%s: case %" PRIu64 ": %s", array->path, cases, wrong);
        vectors_check(q);
        cases++;
    }
    lp_input_close(array->input);
    return cases;
}

/* ---- the command ---- */

/* A file is opened before anything is written; the first one says of what parameters the pack is. */
struct source {
    bool is_cases;
    struct cli_cases cases;
    struct array array;
};

static void open_source(struct source *q, const char *path, const struct kit_options *options)
{
    const struct lpi_case_head *head = &options->head;

    q->is_cases = has_cases(path);
    if (q->is_cases) {
        cli_cases_open(&q->cases, path, options);
        return;
    }
    q->array = (struct array){.path = path, .most = bytes_of_case(head->unit, head->values)};
    if (q->array.most == 0)
        cli_fail("%s: holds no cases of 'linepress gen', and %s takes no array", path,
                 head->unit->name);
    q->array.input = cli_input_open(path, 0);
}

static void check_heads(const struct lpi_case_head *head, const struct source *source)
{
    for (size_t i = 0; source->is_cases && i < head->unit->nparams; i++)
        if (source->cases.head.values[i] != head->values[i])
            cli_fail("%s: the cases have %s=%d, not %d as the other files", source->cases.path,
                     head->unit->params[i].name, source->cases.head.values[i], head->values[i]);
}

static uint64_t take(struct vectors *q, struct source *source)
{
    uint64_t cases;

    if (source->is_cases) {
        cases = take_cases(q, &source->cases);
        vectors_source(q, &source->cases.head.seed, cases);
        cli_cases_close(&source->cases);
    } else {
        cases = take_array(q, &source->array);
        vectors_source(q, NULL, cases);
    }
    return cases;
}

int cli_vectors(int argc, char **argv)
{
    struct kit_options options;
    struct vectors q;
    uint64_t cases = 0;

    kit_parse(argc, argv, KIT_FOLDER | KIT_FORCE, help, &options);
    if (options.file_count == 0)
        cli_fail("vectors: no file given; try 'linepress vectors --help'");
    struct source *sources = cli_alloc((size_t)options.file_count * sizeof *sources);
    for (int i = 0; i < options.file_count; i++)
        open_source(&sources[i], options.files[i], &options);
    if (sources[0].is_cases)
        options.head = sources[0].cases.head;
    for (int i = 0; i < options.file_count; i++)
        check_heads(&options.head, &sources[i]);
    cli_folder_open(options.folder, options.force, ours);
    vectors_open(&q, &options.head);
    for (int i = 0; i < options.file_count; i++)
        cases += take(&q, &sources[i]);
    if (cases == 0)
        cli_fail("%s: no cases", options.files[0]);
    vectors_close(&q);
    cli_folder_finish();
    free(sources);
    return EXIT_GOOD;
}
