/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The codecs of docs/reference/format.md, section 18: structured lines survive a round trip, and
 * malformed lines are refused. LP_LINES=N tests N lines instead of a few.
 */
#include "../../cmodel/lib/compare/compare.h"
#include "unit.h"
#include <dirent.h>

static const struct lpi_codec *const codecs[] = {
    &lpi_codec_bdi, &lpi_codec_fpc,       &lpi_codec_bdi_fpc, &lpi_codec_cpack,
    &lpi_codec_mpc, &lpi_codec_fibonacci, &lpi_codec_mpc64};
#define CODECS (sizeof codecs / sizeof codecs[0])
enum { ROOM = 256 };

/* A word that is like others of its line in one of several ways. */
static uint32_t word_like(uint32_t base, unsigned kind)
{
    uint32_t random = (uint32_t)unit_random();
    switch (kind) {
    case 0: return 0;
    case 1: return base;
    case 2: return base + random % 200 - 100;
    case 3: return random % 16 - 8;
    case 4: return random % 90000 - 45000;
    case 5: return (base & 0xffff0000) | (random & 0x7fff);
    case 6: return random << 16;
    case 7: return (random & 0xff) * 0x01010101u;
    case 8: return (uint32_t)(int8_t)random << 16 | (uint16_t)(int8_t)(random >> 8);
    default: return random;
    }
}

static void structured_line(uint8_t *line)
{
    uint32_t base = (uint32_t)unit_random();
    unsigned kind = (unsigned)(unit_random() % 10), other = (unsigned)(unit_random() % 10);
    unsigned seldom = 1 + (unsigned)(unit_random() % 40);
    for (unsigned i = 0; i < 32; i++) {
        uint32_t word = word_like(base, unit_random() % seldom == 0 ? other : kind);
        for (unsigned b = 0; b < 4; b++)
            line[4 * i + b] = (uint8_t)(word >> 8 * b);
    }
}

static void check_line(const struct lpi_codec *codec, const uint8_t *line)
{
    uint8_t packed[ROOM], back[LP_LINE_BYTES];
    size_t bytes, bits;
    int error = codec->encode(NULL, LP_ELEM_32, line, LP_LINE_BYTES, packed, ROOM, &bytes);
    if (error == LP_OK)
        error = codec->bits(NULL, LP_ELEM_32, line, LP_LINE_BYTES, &bits);
    if (error == LP_OK)
        error = codec->decode(NULL, LP_ELEM_32, packed, bytes, back, LP_LINE_BYTES);
    if (error != LP_OK || memcmp(line, back, LP_LINE_BYTES) != 0 || bytes != (bits + 7) / 8 ||
        bytes > codec->bound(LP_ELEM_32, LP_LINE_BYTES))
        fail_msg("%s: a line does not come back", codec->name);
}

static void structured_lines_come_back(void **state)
{
    (void)state;
    const char *text = getenv("LP_LINES");
    unsigned long lines = text != NULL ? strtoul(text, NULL, 10) : 10000;
    uint8_t line[LP_LINE_BYTES];
    for (unsigned long n = 0; n < lines; n++) {
        structured_line(line);
        for (size_t c = 0; c < CODECS; c++)
            check_line(codecs[c], line);
    }
}

/* The .npy files of a folder of tb/data, and their lines; the header is also used as data. */
static size_t check_folder(const char *folder)
{
    size_t lines = 0;
    DIR *open_folder = opendir(folder);
    assert_non_null(open_folder);
    for (struct dirent *entry; (entry = readdir(open_folder)) != NULL;) {
        char path[512];
        uint8_t line[LP_LINE_BYTES] = {0};
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *file = entry->d_name[0] != '.' ? fopen(path, "rb") : NULL;
        for (; file != NULL && fread(line, 1, sizeof line, file) > 0; lines++) {
            for (size_t c = 0; c < CODECS; c++)
                check_line(codecs[c], line);
            memset(line, 0, sizeof line);
        }
        if (file != NULL)
            fclose(file);
    }
    closedir(open_folder);
    return lines;
}

static void sample_arrays_come_back(void **state)
{
    (void)state;
    assert_true(check_folder("tb/data/dl") > 10000 && check_folder("tb/data/hpc") > 10000);
}

/* A byte less, a byte more, a bit of the padding. */
static void other_lengths_are_refused(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 2000; n++) {
        const struct lpi_codec *codec = codecs[n % CODECS];
        uint8_t line[LP_LINE_BYTES], packed[ROOM + 1] = {0}, back[LP_LINE_BYTES];
        size_t bytes, bits;
        structured_line(line);
        assert_int_equal(codec->encode(NULL, LP_ELEM_32, line, 128, packed, ROOM, &bytes), LP_OK);
        assert_int_equal(codec->bits(NULL, LP_ELEM_32, line, 128, &bits), LP_OK);
        packed[bytes] = 0;
        assert_int_equal(codec->decode(NULL, LP_ELEM_32, packed, bytes - 1, back, 128),
                         LP_ERR_SHORT);
        assert_int_equal(codec->decode(NULL, LP_ELEM_32, packed, bytes + 1, back, 128),
                         LP_ERR_LONG);
        if (bits % 8 == 0)
            continue;
        packed[bytes - 1] |= 1;
        assert_int_equal(codec->decode(NULL, LP_ELEM_32, packed, bytes, back, 128), LP_ERR_CORRUPT);
    }
}

static void what_no_encoder_writes_is_refused(void **state)
{
    (void)state;
    static const struct {
        const struct lpi_codec *codec;
        uint8_t begin[4];
    } cases[] = {
        {&lpi_codec_bdi, {0x80}}, /* heads 8 and 14 */
        {&lpi_codec_bdi, {0xe0}},
        {&lpi_codec_bdi_fpc, {0x40}}, /* head 8 after a 0 */
        {&lpi_codec_cpack, {0xf0}},   /* code 1111 */
        {&lpi_codec_cpack, {0x80}},   /* an entry of an empty dictionary */
        {&lpi_codec_cpack, {0xc0}},
        {&lpi_codec_cpack, {0xe0}},
        {&lpi_codec_mpc, {0x80}}, /* a plane of zeros */
        {&lpi_codec_mpc64, {0x00, 0, 0, 1}},
        {&lpi_codec_fibonacci, {0x00}}, /* no end of a number */
    };
    uint8_t packed[ROOM] = {0}, back[LP_LINE_BYTES];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memcpy(packed, cases[i].begin, 4);
        assert_int_equal(
            cases[i].codec->decode(NULL, LP_ELEM_32, packed, ROOM, back, LP_LINE_BYTES),
            LP_ERR_CORRUPT);
    }
    /* FPC: a word, and four runs of 8 where 31 words are left. */
    static const uint8_t runs[] = {0x20, 0x38, 0xe3, 0x8e};
    memset(packed, 0, sizeof packed);
    memcpy(packed, runs, sizeof runs);
    assert_int_equal(lpi_codec_fpc.decode(NULL, LP_ELEM_32, packed, ROOM, back, LP_LINE_BYTES),
                     LP_ERR_CORRUPT);
}

int main(void)
{
    unit_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structured_lines_come_back),
        cmocka_unit_test(sample_arrays_come_back),
        cmocka_unit_test(other_lengths_are_refused),
        cmocka_unit_test(what_no_encoder_writes_is_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
