/* SPDX-License-Identifier: Apache-2.0 */
/*
 * measure GROUP= FILE... [GROUP= FILE...]: the table of variants in format.md. For each group
 * of files, bytes over compressed bytes by bits and by sectors, as in `linepress ratio`; and
 * whether the library reads the variant's streams.
 */
#include "variant.h"
#include <linepress/file.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 8 };

struct sums {
    uint64_t bytes, bits, sectors;
};

static struct {
    const char *name;
    size_t length;
    struct sums sums[64];
} groups[GROUPS];
static unsigned group_count;

/* Lines that the library decoded to other data. */
static uint64_t misread[64];

static void fail(const char *what, int error)
{
    fprintf(stderr, "variants: %s: %s\n", what, lp_strerror(error));
    exit(2);
}

static unsigned sectors_of(const uint8_t *line, size_t bits)
{
    if (lp_line_is_zero(line))
        return 0;
    return bits > 768 ? 4 : (unsigned)((bits + 255) / 256);
}

/* A line of which `bytes` bytes are data. */
static void count_line(const uint8_t *line, size_t bytes, struct sums sums[])
{
    for (size_t i = 0; i < variant_count; i++) {
        uint8_t stream[VARIANT_STREAM_MAX], back[LP_LINE_BYTES];
        size_t bits = variant_encode(&variants[i], line, stream);
        if (bits < LP_BPC_RAW_BITS)
            misread[i] += lp_bpc_decode_line(stream, bits, back) != LP_OK ||
                          memcmp(back, line, sizeof back) != 0;
        sums[i].bytes += bytes;
        sums[i].bits += bits >= LP_BPC_RAW_BITS && !variants[i].uncapped ? LP_BPC_RAW_BITS : bits;
        sums[i].sectors += sectors_of(line, bits);
    }
}

static void count_file(const char *path, struct sums sums[])
{
    struct lp_input *input;
    uint8_t line[LP_LINE_BYTES];
    size_t got = sizeof line;
    int error = lp_input_open(path, &input);
    while (error == LP_OK && got == sizeof line) {
        error = lp_input_read(input, line, sizeof line, &got);
        memset(line + got, 0, sizeof line - got);
        if (error == LP_OK && got > 0)
            count_line(line, got, sums);
    }
    if (error != LP_OK)
        fail(path, error);
    lp_input_close(input);
}

static void print_table(void)
{
    printf("| variant |");
    for (unsigned g = 0; g < group_count; g++)
        printf(" %.*s bits | %.*s sectors |", (int)groups[g].length, groups[g].name,
               (int)groups[g].length, groups[g].name);
    printf(" read |\n|---|");
    for (unsigned g = 0; g < group_count; g++)
        printf("---|---|");
    printf("---|\n");
    for (size_t i = 0; i < variant_count; i++) {
        printf("| %s |", variants[i].name);
        for (unsigned g = 0; g < group_count; g++) {
            const struct sums *s = &groups[g].sums[i];
            printf(" %.4f | %.4f |", 8 * (double)s->bytes / (double)s->bits,
                   (double)s->bytes / LP_SECTOR_BYTES / (double)s->sectors);
        }
        printf(" %s |\n", misread[i] == 0 ? "yes" : "no");
    }
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        size_t length = strlen(argv[i]);
        if (argv[i][length - 1] == '=' && group_count < GROUPS) {
            groups[group_count].name = argv[i];
            groups[group_count++].length = length - 1;
        } else if (group_count == 0) {
            fprintf(stderr, "usage: measure GROUP= FILE... [GROUP= FILE...]\n");
            return 2;
        } else {
            count_file(argv[i], groups[group_count - 1].sums);
        }
    }
    print_table();
    return 0;
}
