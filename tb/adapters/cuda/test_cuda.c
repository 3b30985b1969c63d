/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The CUDA kernels under emulation against liblinepress: the same streams for tensors of every
 * class, length, grid and block; the same tensors back; for malformed streams the same error, and
 * no access outside (checked by emulator.h). LP_SEED also seeds the threads' order. The same tests
 * run on a GPU (`make cuda-test`).
 */
#include "../../lib/unit.h"

#include "../../../cmodel/lib/swap/swap_cuda.h"
#include "codecs.h"
#include "emulated/emulator.h"
#include <glob.h>
#include <math.h>

#define BYTES_MAX 40001u
#define ARRAY_BYTES 20000u
#define BAD_EACH 160u

/* Only every so many cases are tried: `test_cuda quick` is for slow kernels. */
static unsigned every = 1;

static struct lpi_cuda *cuda;
static struct lp_swap_threads *threads;

/* ---- tensors ---- */

enum { CLASSES = 11 };

static void fill_words(uint8_t *data, size_t bytes, uint32_t (*next)(size_t))
{
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t word = next(i / 4);
        memcpy(data + i, &word, bytes - i < 4 ? bytes - i : 4);
    }
}

/* NaN, infinities, -0 and denormals, beside zeros. */
static uint32_t special(size_t i)
{
    static const uint32_t floats[] = {0x7fc00000, 0xffc12345, 0x7f800001, 0x7f800000,
                                      0xff800000, 0x80000000, 0x00000001, 0x807fffff,
                                      0,          0,          0x3f800000};
    (void)i;
    return floats[unit_random() % (sizeof floats / sizeof floats[0])];
}

static uint32_t sparse(size_t i)
{
    (void)i;
    return unit_random() % 2 ? 0 : 0x3f800000 | (uint32_t)(unit_random() & 0x7fffff);
}

/* Runs of up to 300 words, which RLE cuts at 128. */
static uint32_t runs(size_t i)
{
    static size_t until;
    static int zero;
    if (i == 0 || i >= until) {
        until = i + 1 + unit_random() % 300;
        zero = (int)(unit_random() % 2);
    }
    return zero ? 0 : (uint32_t)unit_random() | 1;
}

/* Elements of 16 bits, of which some are zero. */
static uint32_t halves(size_t i)
{
    (void)i;
    return (unit_random() % 2 ? 0 : (uint32_t)unit_random() & 0xffff) |
           (unit_random() % 2 ? 0 : (uint32_t)unit_random() << 16);
}

/* A bfloat16 whose exponent is near others, seldom far away, 0 or infinite. Lines are more or less
 * dense, and some of them have but two exponents, six apart. */
static uint32_t bfloat(size_t line)
{
    static const uint32_t far[] = {0, 1, 60, 110, 125, 254, 255};
    uint64_t random = unit_random();
    uint32_t exponent = 120 + random % 8 - (random >> 8 & 8) * (random >> 12 & 1);
    if (line % 5 == 0)
        exponent = 120 + 6 * (random & 1);
    if (line % 5 != 0 && (random >> 16 & 31) == 0)
        exponent = far[random % 7];
    if ((random >> 32) % 8 >= line % 9 && (line % 5 != 0 || (random >> 36) % 16 == 0))
        return 0;
    return ((uint32_t)(random >> 40) & 0x807f) | exponent << 7;
}

static uint32_t bfloats(size_t i)
{
    return bfloat(i / 32) | bfloat(i / 32) << 16;
}

static uint32_t few_values(size_t i)
{
    (void)i;
    return 0x01010101u * (uint32_t)(unit_random() % 3);
}

/* Data for LZ4: repeated pieces of any length and distance, among random bytes. */
static void repeats(uint8_t *data, size_t bytes)
{
    for (size_t at = 0; at < bytes;) {
        size_t length = 1 + unit_random() % (unit_random() % 4 ? 20 : 900);
        size_t back = at > 0 ? 1 + unit_random() % (unit_random() % 2 ? at : at < 40 ? at : 40) : 0;
        int random = at == 0 || unit_random() % 3 == 0;
        for (; length > 0 && at < bytes; length--, at++)
            data[at] = random ? (uint8_t)unit_random() : data[at - back];
    }
}

static void make_tensor(unsigned kind, uint8_t *data, size_t bytes)
{
    static uint32_t (*const words[])(size_t) = {special, sparse, runs, few_values, halves, bfloats};
    if (kind == 0)
        memset(data, 0, bytes);
    else if (kind == 1)
        for (size_t i = 0; i < bytes; i++)
            data[i] = (uint8_t)unit_random();
    else if (kind <= 7)
        fill_words(data, bytes, words[kind - 2]);
    else if (kind == 8)
        repeats(data, bytes);
    else if (kind == 9)
        memset(data, 1 + (int)(unit_random() % 255), bytes);
    else
        unit_fill(data, bytes);
}

/* ---- both sides ---- */

static void *to_device(const void *host, size_t bytes)
{
    void *memory;
    assert_int_equal(lpi_cuda_alloc(bytes, &memory), LP_OK);
    assert_int_equal(lpi_cuda_to_device(cuda, memory, host, bytes), LP_OK);
    return memory;
}

/* Expands a stream, well-formed or not, on the device. */
static int expand(const struct lp_swap_setting *setting, const uint8_t *stream, size_t size,
                  uint8_t *back, size_t bytes)
{
    void *from = to_device(stream, size), *to = to_device(back, bytes);
    int error = lpi_cuda_expand(cuda, setting, from, size, to, bytes, NULL);
    assert_int_equal(lpi_cuda_to_host(cuda, back, to, bytes), LP_OK);
    lpi_cuda_free(from);
    lpi_cuda_free(to);
    return error;
}

static void both(const struct lp_swap_setting *setting, const uint8_t *data, size_t bytes)
{
    static unsigned turn;
    if (turn++ % every != 0)
        return;
    size_t bound, due_size, size = 0;
    double seconds = -1;
    assert_int_equal(lp_swap_bound(setting, bytes, &bound), LP_OK);
    uint8_t *due = malloc(bound), *found = malloc(bound), *back = malloc(bytes + 1);
    assert_int_equal(lp_swap_compress(threads, setting, data, bytes, due, bound, &due_size), LP_OK);
    void *tensor = to_device(data, bytes), *stream;
    assert_int_equal(lpi_cuda_alloc(bound, &stream), LP_OK);
    assert_int_equal(
        lpi_cuda_compress(cuda, setting, tensor, bytes, stream, bound, &size, &seconds), LP_OK);
    assert_int_equal(size, due_size);
    assert_true(seconds >= 0);
    assert_int_equal(lpi_cuda_to_host(cuda, found, stream, size), LP_OK);
    assert_memory_equal(found, due, size);
    lpi_cuda_free(tensor);
    lpi_cuda_free(stream);
    assert_int_equal(expand(setting, found, size, back, bytes), LP_OK);
    assert_memory_equal(back, data, bytes);
    free(due);
    free(found);
    free(back);
}

static void same_bytes(void **state)
{
    (void)state;
    static uint8_t data[BYTES_MAX];
    static const unsigned grids[] = {1, 2, 3, 7, 33, 300, 4096};
    static const size_t sizes[] = {0,    1,    3,    4,    127,  128,   129,   131,      1000,
                                   4095, 4096, 4097, 8192, 9601, 20480, 33333, BYTES_MAX};
    for (int codec = LP_SWAP_ZVC; codec < LP_SWAP_CODECS; codec = next_codec(codec))
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
            for (unsigned kind = 0; kind < CLASSES; kind++) {
                struct lp_swap_setting setting = {
                    codec, grids[unit_random() % (sizeof grids / sizeof grids[0])],
                    unit_random() % 2 ? 64 : 128};
                make_tensor(kind, data, sizes[s]);
                both(&setting, data, sizes[s]);
            }
}

/* Parts of every length around a window's, and every grid and block on one tensor. */
static void every_setting(void **state)
{
    (void)state;
    static uint8_t data[BYTES_MAX];
    for (int codec = LP_SWAP_ZVC; codec < LP_SWAP_CODECS; codec = next_codec(codec)) {
        make_tensor(codec == LP_SWAP_EBD16 ? 7 : 3 + (unsigned)codec % 4, data, 17000);
        for (unsigned grid = 1; grid < 12; grid++)
            for (unsigned block = 64; block <= 128; block *= 2)
                both(&(struct lp_swap_setting){codec, grid, block}, data, 17000);
        for (size_t bytes = 4096 - 5; bytes < 4096 + 5; bytes++)
            both(&(struct lp_swap_setting){codec, 1, 64}, data, bytes);
    }
}

static void arrays(void **state)
{
    (void)state;
    static uint8_t data[ARRAY_BYTES];
    glob_t files;
    assert_int_equal(glob("tb/data/dl/*.npy", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        FILE *file = fopen(files.gl_pathv[i], "rb");
        assert_non_null(file);
        assert_int_equal(fseek(file, 128, SEEK_SET), 0);
        size_t bytes = fread(data, 1, sizeof data, file);
        fclose(file);
        struct lp_swap_setting setting = {some_codec(1 + i % (LP_SWAP_BPC - 1)),
                                          1 + (unsigned)(i % 5), i % 2 ? 64 : 128};
        both(&setting, data, bytes);
    }
    assert_true(files.gl_pathc >= 4);
    globfree(&files);
}

/* ---- malformed streams ---- */

/* Changes the length of a window of the first part a little; for ZVC a mask or a word. */
static void spoil_length(uint8_t *stream, size_t head)
{
    size_t at = head, end = head + stream[12] + 256u * stream[13] + 65536u * stream[14];
    for (unsigned i = (unsigned)(unit_random() % 4); i > 0; i--) {
        size_t next = at + 4 + stream[at] + 256u * stream[at + 1];
        at = next + 4 <= end ? next : at;
    }
    if (at + 4 <= end)
        stream[at] = (uint8_t)(stream[at] + unit_random() % 5 - 2);
}

static void spoil(uint8_t *stream, size_t head, size_t *size)
{
    size_t at = unit_random() % 8 ? head + unit_random() % (*size - head) : unit_random() % head;
    switch (unit_random() % 7) {
    case 6: spoil_length(stream, head); break;
    case 0: *size = unit_random() % *size; break;
    case 1: /* one byte of a part to its neighbour */ stream[12]--, stream[20]++; break;
    case 2: stream[at] = (uint8_t)(unit_random() % 2 ? 0 : 0xff); break;
    case 3:
        for (size_t i = at; i < *size; i++)
            stream[i] = (uint8_t)unit_random();
        break;
    default: stream[at] ^= (uint8_t)(1u << unit_random() % 8);
    }
}

/* LZ4_decompress_safe takes an offset of 0, which the format forbids; the kernel refuses it. */
static int may_differ(int codec, int due, int found)
{
    return codec == LP_SWAP_LZ4 && found == LP_ERR_CORRUPT && due != LP_ERR_SYSTEM;
}

static void one_bad(int codec, size_t bytes, unsigned *refused)
{
    static uint8_t data[BYTES_MAX], due[BYTES_MAX], back[BYTES_MAX];
    struct lp_swap_setting setting = {codec, 1 + (unsigned)(unit_random() % 4),
                                      unit_random() % 2 ? 64 : 128};
    size_t bound, size;
    make_tensor((unsigned)(unit_random() % CLASSES), data, bytes);
    assert_int_equal(lp_swap_bound(&setting, bytes, &bound), LP_OK);
    uint8_t *stream = malloc(bound);
    assert_int_equal(lp_swap_compress(threads, &setting, data, bytes, stream, bound, &size), LP_OK);
    spoil(stream, 12 + 8u * stream[0], &size);
    memset(due, 0, bytes);
    memset(back, 0, bytes);
    int wanted = lp_swap_expand(threads, codec, stream, size, due, bytes);
    int found = expand(&setting, stream, size, back, bytes);
    if (found != wanted && !may_differ(codec, wanted, found))
        fail_msg("%s of %zu bytes: %d, the library %d", lp_swap_codec_name(codec), bytes, found,
                 wanted);
    if (found == LP_OK)
        assert_memory_equal(back, due, bytes);
    *refused += found != LP_OK;
    free(stream);
}

static void malformed(void **state)
{
    (void)state;
    for (int codec = LP_SWAP_ZVC; codec < LP_SWAP_CODECS; codec = next_codec(codec)) {
        unsigned refused = 0;
        for (unsigned i = 0; i < BAD_EACH / every; i++)
            one_bad(codec, 1 + unit_random() % BYTES_MAX, &refused);
        /* A changed word of a tensor is not an error. */
        assert_true(refused >= BAD_EACH / every / 4);
    }
}

/* A block of a literal, a match, and five literals: matches that reach too far back or ahead. */
static void lz4_matches(void **state)
{
    (void)state;
    uint8_t stream[20 + 4 + 11] = {1}, back[128], due[128];
    static const uint8_t block[11] = {0x1f, 'a', 1, 0, 103, 0x50, 1, 2, 3, 4, 5};
    struct lp_swap_setting setting = {LP_SWAP_LZ4, 1, 64};
    unsigned good = 0;
    stream[4] = sizeof back;
    stream[12] = 4 + sizeof block;
    stream[20] = sizeof block;
    for (unsigned length = 80; length < 255; length++)
        for (unsigned offset = 0; offset < 300; offset += offset < 3 ? 1 : 99) {
            memcpy(stream + 24, block, sizeof block);
            stream[26] = (uint8_t)offset, stream[27] = (uint8_t)(offset >> 8);
            stream[28] = (uint8_t)length;
            int found = expand(&setting, stream, sizeof stream, back, sizeof back);
            int wanted = lp_swap_expand(threads, LP_SWAP_LZ4, stream, sizeof stream, due,
                                        sizeof due);
            assert_int_equal(found, offset == 0 ? LP_ERR_CORRUPT : wanted);
            good += found == LP_OK;
        }
    assert_int_equal(good, 1);
}

/* A line whose record has this form: 0 mask, 1 code, 2 full. */
static void ebd_line(unsigned form, uint8_t *line)
{
    uint8_t record[128];
    for (size_t bytes = 128, found = 3; found != form;) {
        size_t kind = unit_random() % 45;
        for (size_t i = 0; i < 128; i += 2) {
            uint32_t element = bfloat(kind);
            memcpy(line + i, &element, 2);
        }
        assert_int_equal(lp_ebd_encode_line(line, record, sizeof record, &bytes), LP_OK);
        found = bytes == 128 ? 3 : bytes <= 32 ? 0 : 1 + (record[25] & 1);
    }
}

static void same_error(const struct lp_swap_setting *setting, const uint8_t *stream, size_t size,
                       size_t bytes)
{
    uint8_t due[512] = {0}, back[512] = {0};
    int wanted = lp_swap_expand(threads, setting->codec, stream, size, due, bytes);
    assert_int_equal(expand(setting, stream, size, back, bytes), wanted);
    if (wanted == LP_OK)
        assert_memory_equal(back, due, bytes);
}

/* The same for a stream of one part that is cut there. */
static void same_error_up_to(const struct lp_swap_setting *setting, uint8_t *stream, size_t end,
                             size_t bytes)
{
    stream[12] = (uint8_t)(end - 20), stream[13] = (uint8_t)((end - 20) >> 8);
    same_error(setting, stream, end, bytes);
}

/* Records that no encoder writes, of all lengths: with too many or too few elements for their form,
 * exponents below 0 and above 255, and bits that have to be 0. */
static void ebd_odd_records(void **state)
{
    (void)state;
    static const struct {
        uint8_t kind, base, mask[3], code, rest;
    } rows[] = {{4, 127, {0}, 0, 0x11},
                {4, 127, {255, 255}, 0, 0x11},
                {4, 127, {255, 255, 1}, 0, 0x11},
                {4, 127, {255, 255}, 7, 0x11},
                {4, 3, {255}, 5, 0x11},
                {4, 127, {255}, 7, 0xff},
                {4, 255, {3}, 7, 0xdd},
                {5, 127, {0}, 7, 0},
                {5, 127, {0}, 7, 0x11},
                {5, 127, {0}, 6, 0x10},
                {5, 127, {0}, 0, 0x12},
                {5, 127, {0}, 0, 0x00},
                {5, 127, {0}, 0, 0x11},
                {5, 1, {0}, 2, 0x10},
                {5, 127, {0}, 0, 0x01},
                {1, 127, {0}, 0, 0},
                {254, 127, {0}, 0, 0}};
    struct lp_swap_setting setting = {LP_SWAP_EBD16, 1, 64};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t stream[20 + 140] = {1, 0, 0, 0, 128}, *record = stream + 21;
        uint32_t codes = rows[i].code * 011111111u;
        unsigned at = rows[i].kind == 4 ? 9 : 1, bytes = rows[i].kind == 4 ? 6 : 24;
        memset(record, rows[i].rest, 139);
        record[-1] = rows[i].kind, record[0] = rows[i].base;
        if (rows[i].kind == 4) {
            memset(record + 1, 0, 8);
            memcpy(record + 1, rows[i].mask, sizeof rows[i].mask);
        }
        for (unsigned b = 0; b < bytes; b++)
            record[at + b] = (uint8_t)(codes >> b % 3 * 8);
        if (rows[i].mask[0] == 3) /* two codes alone */
            memcpy(record + at, (const uint8_t[6]){077}, 6);
        for (unsigned size = 0; size <= 140; size += size < 60 || size > 85 ? 1 : 3) {
            stream[12] = (uint8_t)size;
            same_error(&setting, stream, 20 + size, 128);
        }
    }
}

/* A record of each form: cut anywhere, and with bits changed, each in one run or another, of a
 * stream that may be cut too: the first error counts. */
static void ebd_records(void **state)
{
    (void)state;
    struct lp_swap_setting setting = {LP_SWAP_EBD16, 1, 64};
    uint8_t data[384], stream[600];
    size_t size, head = 20;
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned form = 0; form < 3; form++)
            ebd_line((form + round) % 3, data + 128 * form);
        assert_int_equal(
            lp_swap_compress(threads, &setting, data, sizeof data, stream, sizeof stream, &size),
            LP_OK);
        for (size_t bit = 8 * head; bit < 8 * size; bit += 1 + unit_random() % (4 * every)) {
            stream[bit / 8] ^= (uint8_t)(1u << bit % 8);
            same_error_up_to(&setting, stream, size - unit_random() % 2, sizeof data);
            stream[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        for (size_t end = size - 1; end >= head; end--)
            same_error_up_to(&setting, stream, end, sizeof data);
    }
}

static void refused(void **state)
{
    (void)state;
    static uint8_t data[1000];
    size_t size = 0, bound;
    void *tensor = to_device(data, sizeof data), *stream = to_device(data, sizeof data);
#define COMPRESS(codec, grid, block, at, room)                                                     \
    lpi_cuda_compress(cuda, &(struct lp_swap_setting){codec, grid, block}, at, 400, stream, room,  \
                      &size, NULL)
    assert_int_equal(COMPRESS(LP_SWAP_RAW, 1, 64, tensor, 1000), LP_ERR_ARG);
    assert_int_equal(COMPRESS(LP_SWAP_BPC, 1, 64, tensor, 1000), LP_ERR_CODEC);
    assert_int_equal(COMPRESS(LP_SWAP_ZVC, 0, 64, tensor, 1000), LP_ERR_ARG);
    assert_int_equal(COMPRESS(LP_SWAP_ZVC, 4097, 64, tensor, 1000), LP_ERR_ARG);
    assert_int_equal(COMPRESS(LP_SWAP_ZVC, 1, 96, tensor, 1000), LP_ERR_ARG);
    assert_int_equal(COMPRESS(LP_SWAP_ZVC, 1, 64, NULL, 1000), LP_ERR_ARG);
    assert_int_equal(COMPRESS(LP_SWAP_ZVC, 1, 64, (uint8_t *)tensor + 2, 1000), LP_ERR_ARG);
    lp_swap_bound(&(struct lp_swap_setting){LP_SWAP_ZVC, 3, 64}, 400, &bound);
    assert_int_equal(COMPRESS(LP_SWAP_ZVC, 3, 64, tensor, bound - 1), LP_ERR_SPACE);
    assert_int_equal(COMPRESS(LP_SWAP_ZVC, 3, 64, tensor, bound), LP_OK);
    lpi_cuda_free(tensor);
    lpi_cuda_free(stream);
    assert_int_equal(strcmp(lpi_cuda_name(cuda), "emulated") == 0, emulator_is_here);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "quick") == 0)
        every = 7;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bytes),      cmocka_unit_test(every_setting),
        cmocka_unit_test(arrays),          cmocka_unit_test(malformed),
        cmocka_unit_test(lz4_matches),     cmocka_unit_test(ebd_records),
        cmocka_unit_test(ebd_odd_records), cmocka_unit_test(refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    emulator_seed(unit_random());
    if (lpi_cuda_open(&cuda) != LP_OK || lp_swap_threads_open(1, &threads) != LP_OK)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lpi_cuda_close(cuda);
    lp_swap_threads_close(threads);
    return failed;
}
