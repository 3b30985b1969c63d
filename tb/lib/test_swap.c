/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors in parts: compared with the codecs' own streams and a second implementation of the layout
 * here, whatever the setting and the number of threads; streams that are cut, longer or wrong are
 * refused. The time model: planes come back exactly, and planes in pieces. Plan and simulation:
 * figures of the paper, and iterations computed here again from the equations.
 */
#include <math.h>

#include "unit.h"

#include "../../cmodel/lib/codec/coder.h"
#include "../../cmodel/lib/compare/compare.h"
#include <linepress/swap.h>

#define CLOSE(a, b) assert_true(fabs((a) - (b)) <= 1e-9 * (1e-9 + fabs((double)(b))))
#define BYTES_MAX 40000u

/* ---- parts ---- */

static uint64_t word_at(const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;
    while (bytes-- > 0)
        value = value << 8 | at[bytes];
    return value;
}

/* A stream by format.md, made part by part. */
static size_t stream_again(int codec, unsigned grid, const uint8_t *data, size_t bytes,
                           uint8_t *out)
{
    size_t lines = (bytes + 127) / 128, parts = lines < grid ? (lines > 0 ? lines : 1) : grid;
    size_t at = 12 + 8 * parts, done = 0;
    memset(out, 0, at);
    out[0] = (uint8_t)parts, out[1] = (uint8_t)(parts >> 8);
    for (unsigned b = 0; b < 8; b++)
        out[4 + b] = (uint8_t)((uint64_t)bytes >> (8 * b));
    for (size_t p = 0; p < parts; p++) {
        struct lpi_coder coder;
        unsigned element = lp_swap_codec_element(codec);
        const struct lpi_codec *row = lpi_codec_by_name(element == 4 ? lp_swap_codec_name(codec)
                                                        : codec == LP_SWAP_ZVC16 ? "zvc"
                                                                                 : "ebd");
        size_t end = lines * (p + 1) / parts * 128, size = 0;
        end = end < bytes ? end : bytes;
        assert_int_equal(lpi_coder_open(&coder, row, element == 4 ? LP_ELEM_32 : LP_ELEM_16, 4096),
                         LP_OK);
        if (end > done)
            assert_int_equal(
                lpi_coder_compress(&coder, data + done, end - done, out + at, 3 * BYTES_MAX, &size),
                LP_OK);
        lpi_coder_close(&coder);
        for (unsigned b = 0; b < 8; b++)
            out[12 + 8 * p + b] = (uint8_t)((uint64_t)size >> (8 * b));
        at += size, done = end;
    }
    return at;
}

static void one_stream(struct lp_swap_threads *threads, int codec, unsigned grid, unsigned block,
                       size_t bytes)
{
    static uint8_t data[BYTES_MAX], back[BYTES_MAX + 1], want[4 * BYTES_MAX];
    struct lp_swap_setting setting = {codec, grid, block};
    size_t bound, size;
    unit_fill(data, bytes);
    assert_int_equal(lp_swap_bound(&setting, bytes, &bound), LP_OK);
    uint8_t *out = malloc(bound);
    assert_int_equal(lp_swap_compress(threads, &setting, data, bytes, out, bound, &size), LP_OK);
    assert_int_equal(size, stream_again(codec, grid, data, bytes, want));
    assert_memory_equal(out, want, size);
    memset(back, 0xee, sizeof back);
    assert_int_equal(lp_swap_expand(threads, codec, out, size, back, bytes), LP_OK);
    assert_memory_equal(back, data, bytes);
    assert_int_equal(back[bytes], 0xee);
    assert_int_equal(lp_swap_compress(threads, &setting, data, bytes, out, bound - 1, &size),
                     LP_ERR_SPACE);
    free(out);
}

static void streams(void **state)
{
    (void)state;
    static const unsigned grids[] = {1, 2, 3, 7, 64, 300, 4096};
    static const size_t sizes[] = {0, 1, 127, 128, 129, 8192, 20001, BYTES_MAX};
    for (unsigned count = 1; count <= 3; count += 2) {
        struct lp_swap_threads *threads;
        assert_int_equal(lp_swap_threads_open(count, &threads), LP_OK);
        for (int codec = LP_SWAP_ZVC; codec < LP_SWAP_CODECS; codec++)
            for (size_t g = 0; g < sizeof grids / sizeof grids[0]; g++)
                for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
                    one_stream(threads, codec, grids[g], unit_random() % 2 ? 64 : 128, sizes[s]);
        lp_swap_threads_close(threads);
    }
}

static void bad_streams(void **state)
{
    (void)state;
    static uint8_t data[5000], out[20000], back[5000];
    struct lp_swap_threads *t;
    size_t size;
    assert_int_equal(lp_swap_threads_open(2, &t), LP_OK);
    for (int codec = LP_SWAP_ZVC; codec < LP_SWAP_CODECS; codec++) {
        struct lp_swap_setting setting = {codec, 3, 64};
        unit_fill(data, sizeof data);
        assert_int_equal(lp_swap_compress(t, &setting, data, sizeof data, out, sizeof out, &size),
                         LP_OK);
        assert_int_equal(word_at(out, 4), 3);
        for (size_t n = 0; n < size; n += 1 + n / 8)
            assert_int_equal(lp_swap_expand(t, codec, out, n, back, sizeof back), LP_ERR_SHORT);
        assert_int_equal(lp_swap_expand(t, codec, out, size + 1, back, sizeof back), LP_ERR_LONG);
        assert_int_equal(lp_swap_expand(t, codec, out, size, back, sizeof back - 1),
                         LP_ERR_CORRUPT);
        out[0] = 4;
        assert_true(lp_swap_expand(t, codec, out, size, back, sizeof back) < 0);
        out[0] = 0;
        assert_int_equal(lp_swap_expand(t, codec, out, size, back, sizeof back), LP_ERR_CORRUPT);
        out[0] = 3, out[12]--, out[20]++; /* a byte of the first part to the second */
        assert_true(lp_swap_expand(t, codec, out, size, back, sizeof back) < 0);
    }
    static const struct lp_swap_setting bad[] = {
        {LP_SWAP_RAW, 1, 64}, {LP_SWAP_CODECS, 1, 64}, {-1, 1, 64},
        {LP_SWAP_ZVC, 0, 64}, {LP_SWAP_ZVC, 4097, 64}, {LP_SWAP_ZVC, 1, 32}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(lp_swap_bound(&bad[i], 4, &size), LP_ERR_ARG);
    lp_swap_threads_close(t);
}

static void generator(void **state)
{
    (void)state;
    static uint8_t data[400002], again[400002];
    for (double s = 0; s <= 1; s += 0.25) {
        lp_swap_generate(7, s, data, sizeof data);
        lp_swap_generate(7, s, again, sizeof again);
        assert_memory_equal(data, again, sizeof data);
        double zeros = 4.0 * (double)lp_swap_zeros(data, sizeof data) / sizeof data;
        assert_true(fabs(zeros - s) < 0.01);
    }
    lp_swap_generate(8, 1, again, sizeof again);
    assert_int_equal(lp_swap_zeros(again, 7), 1);
}

/* Elements of 16 bits are bfloat16 values that EBD shortens, and as many are zero as asked for. */
static void halves(void **state)
{
    (void)state;
    static uint8_t data[400003], again[400003], stream[420000];
    struct lp_swap_threads *threads;
    struct lp_swap_setting setting = {LP_SWAP_EBD16, 1, 64};
    size_t size;
    assert_int_equal(lp_swap_threads_open(1, &threads), LP_OK);
    for (double s = 0; s <= 1; s += 0.25) {
        assert_int_equal(lp_swap_generate_elements(7, s, 2, data, sizeof data), LP_OK);
        assert_int_equal(lp_swap_generate_elements(7, s, 2, again, sizeof again), LP_OK);
        assert_memory_equal(data, again, sizeof data);
        double zeros = 2.0 * (double)lp_swap_element_zeros(data, sizeof data, 2) / sizeof data;
        assert_true(s == 0 || s == 1 ? fabs(zeros - s) < 1e-5 : fabs(zeros - s) < 0.01);
        assert_int_equal(
            lp_swap_compress(threads, &setting, data, sizeof data, stream, sizeof stream, &size),
            LP_OK);
        assert_true((double)size < 0.78 * sizeof data * (1 - 0.5 * s));
    }
    lp_swap_threads_close(threads);
    lp_swap_generate(9, 0.5, data, sizeof data);
    assert_int_equal(lp_swap_generate_elements(9, 0.5, 4, again, sizeof again), LP_OK);
    assert_memory_equal(data, again, sizeof data);
    assert_int_equal(lp_swap_element_zeros(data, sizeof data, 4), lp_swap_zeros(data, sizeof data));
    memset(data, 0, 8);
    assert_int_equal(lp_swap_element_zeros(data, 7, 2), 3);
    assert_int_equal(lp_swap_element_zeros(data, 8, 3), 0);
    assert_int_equal(lp_swap_generate_elements(9, 0.5, 3, data, 8), LP_ERR_ARG);
    static const unsigned due[] = {0, 4, 4, 4, 4, 4, 2, 2, 0};
    for (int codec = 0; codec <= LP_SWAP_CODECS; codec++)
        assert_int_equal(lp_swap_codec_element(codec), due[codec]);
    assert_int_equal(lp_swap_codec_element(-1), 0);
}

/* ---- time model ---- */

#define SAMPLES 400u

static double uniform(double low, double high)
{
    return low + (high - low) * (double)(unit_random() % 1000001) / 1e6;
}

/* Planes that differ in each of `pieces` ranges of sparsity. */
static void make_samples(struct lp_swap_sample *samples, unsigned pieces)
{
    for (size_t i = 0; i < SAMPLES; i++) {
        double s = uniform(0.2001, 0.7999), bytes = uniform(1e6, 1e8);
        double k = 1 + floor((s - 0.2) / 0.6 * pieces);
        samples[i] = (struct lp_swap_sample){bytes, s, k * (1e-3 + bytes * 2e-9) - 5e-4 * s,
                                             k * (2e-3 + bytes * 1e-9) + 1e-3 * s};
    }
}

static void fits(void **state)
{
    (void)state;
    static struct lp_swap_sample samples[SAMPLES];
    static const struct lp_swap_setting setting = {LP_SWAP_ZVC, 16, 64};
    struct lp_swap_model model;
    double c, e;
    unsigned count;
    for (unsigned pieces = 1; pieces <= 8; pieces *= 2) {
        make_samples(samples, pieces);
        assert_int_equal(lp_swap_fit(samples, SAMPLES, &setting, pieces, &model), LP_OK);
        lp_swap_error(&model, samples, SAMPLES, &c, &e);
        assert_true(c < 1e-9 && e < 1e-9);
        CLOSE(model.compress[0].per_byte, 2e-9);
        CLOSE(model.expand[0].per_sparsity, 1e-3);
        /* Outside the range the end models are extrapolated. */
        lp_swap_predict(&model, 1e7, 0.05, &c, &e);
        CLOSE(c, 1e-3 + 1e7 * 2e-9 - 5e-4 * 0.05);
        lp_swap_predict(&model, 1e7, 0.95, &c, &e);
        CLOSE(e, pieces * (2e-3 + 1e7 * 1e-9) + 1e-3 * 0.95);
        assert_int_equal(lp_swap_choose(samples, SAMPLES, &count), LP_OK);
        assert_true(count >= pieces);
    }
    assert_int_equal(lp_swap_fit(samples, 2, &setting, 1, &model), LP_ERR_EMPTY);
    for (size_t i = 0; i < SAMPLES; i++)
        samples[i].sparsity = 0.5;
    assert_int_equal(lp_swap_fit(samples, SAMPLES, &setting, 1, &model), LP_ERR_EMPTY);
    samples[3].compress = NAN;
    assert_int_equal(lp_swap_fit(samples, SAMPLES, &setting, 1, &model), LP_ERR_ARG);
}

/* ---- plan and simulation ---- */

/* The V100 of the paper: 500 MB at 50 % take 44 ms out and back. */
static const struct lp_swap_rates v100 = {11.7e9, 10.6e9};
static const struct lp_swap_model v100_zvc = {
    {LP_SWAP_ZVC, 197, 64}, 1, {{0, 44e-12, 0}}, {{0, 44e-12, 0}}};

/* Sparsity above which ZVC pays if nothing hides a copy: 0.49, and 0.52 in the exact form. */
static void threshold(void **state)
{
    (void)state;
    for (int form = LP_SWAP_PAPER; form <= LP_SWAP_EXACT; form++) {
        unsigned least = 1000;
        for (unsigned s = 1000; s-- > 0;) {
            struct lp_swap_tensor two[2] = {{LP_SWAP_RELU, 4000000, s * 1000, 0, 0, {0}, 0},
                                            {LP_SWAP_OTHER, 0, 0, 0, 0, {0}, 0}};
            struct lp_swap_choice choices[2];
            assert_int_equal(
                lp_swap_plan(two, 2, &v100, &v100_zvc, 1, (enum lp_swap_form)form, choices), LP_OK);
            least = choices[0].pays ? s : least;
        }
        assert_int_equal((least + 5) / 10, form == LP_SWAP_PAPER ? 49 : 52);
    }
}

static void vgg_shapes(void **state)
{
    (void)state;
    struct lp_vdnn_step steps[64];
    size_t count, last = 0;
    assert_int_equal(lp_vdnn_steps(lp_vdnn_find_network("vgg16"), steps, 64, &count, NULL), LP_OK);
    while (strcmp(steps[last].name, "pool5") != 0)
        last++;
    assert_int_equal(steps[0].y_bytes, 1568u << 20);
    assert_int_equal(steps[last].x_bytes, 49u << 20);
}

#define TENSORS 20u

static unsigned width_of(const struct lp_swap_tensor *t)
{
    return t->element == 2 ? 2 : 4;
}

static double sparsity_of(const struct lp_swap_tensor *t)
{
    return t->bytes > 0 ? width_of(t) * (double)t->zeros / (double)t->bytes : 0;
}

static void make_tensors(struct lp_swap_tensor *tensors)
{
    for (size_t i = 0; i < TENSORS; i++) {
        struct lp_swap_tensor *t = &tensors[i];
        *t = (struct lp_swap_tensor){(int)(unit_random() % LP_SWAP_KINDS),
                                     unit_random() % 8 ? 4 * (unit_random() % 10000000) : 0,
                                     0,
                                     uniform(0, 4e-3),
                                     uniform(0, 4e-3),
                                     {0},
                                     2 * (unsigned)(unit_random() % 3)};
        t->zeros = (uint64_t)((double)t->bytes / width_of(t) * uniform(0, 1));
        for (int c = LP_SWAP_RLE; c < LP_SWAP_CODECS; c++)
            t->ratio[c] = unit_random() % 4 ? uniform(0.9, 5) : 0;
    }
}

static void make_models(struct lp_swap_model *models)
{
    for (int c = LP_SWAP_ZVC; c < LP_SWAP_CODECS; c++)
        models[c - 1] = (struct lp_swap_model){
            {c, 8, 128},
            2,
            {{1e-5, uniform(1e-11, 1e-10), 1e-5}, {2e-5, uniform(1e-11, 1e-10), -1e-5}},
            {{1e-5, uniform(1e-11, 1e-10), 0}, {2e-5, uniform(1e-11, 1e-10), 0}}};
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

/* One tensor's T or T' from the equations; *link = its bytes on it. */
static double waits(const struct lp_swap_tensor *t, size_t i, double size, double codec,
                    double *link)
{
    double sum = codec + most(size / v100.out - t[i].forward, 0);
    *link += size * (i + 1 < TENSORS ? 2 : 1);
    return i + 1 < TENSORS ? sum + most(size / v100.in - t[i + 1].backward, 0) : sum;
}

static double size_again(const struct lp_swap_tensor *t, int codec, int form)
{
    double s = sparsity_of(t), bytes = (double)t->bytes;
    int narrow = width_of(t) == 2;
    if (narrow ? codec == LP_SWAP_ZVC || (codec < LP_SWAP_ZVC16 && form == LP_SWAP_PAPER)
               : codec >= LP_SWAP_ZVC16)
        return -1;
    if (form == LP_SWAP_PAPER)
        return bytes * (1 - s);
    if (codec == LP_SWAP_ZVC || codec == LP_SWAP_ZVC16)
        return bytes * (1 - s + (narrow ? 2 : 1) / 32.0);
    return t->ratio[codec] > 0 ? bytes / t->ratio[codec] : -1;
}

static double best_again(const struct lp_swap_tensor *t, size_t i, const struct lp_swap_model *m,
                         int form, int policy, double *link)
{
    double other = 0, raw = 0, best = waits(t, i, (double)t[i].bytes, 0, &raw), c, e;
    int sparse = t[i].kind == LP_SWAP_RELU || t[i].kind == LP_SWAP_POOL;
    for (int k = LP_SWAP_ZVC; sparse && k < LP_SWAP_CODECS; k++) {
        double size = size_again(&t[i], k, form);
        int zvc = width_of(&t[i]) == 2 ? LP_SWAP_ZVC16 : LP_SWAP_ZVC;
        if (policy == LP_SWAP_SC && k != zvc)
            continue;
        lp_swap_predict(&m[k - 1], (double)t[i].bytes, sparsity_of(&t[i]), &c, &e);
        double codec = policy == LP_SWAP_ORAC ? 0 : c + (i + 1 < TENSORS ? e : 0);
        other = 0;
        double time = size < 0 ? best : waits(t, i, size, codec, &other);
        if (size >= 0 && (time < best || policy == LP_SWAP_SC))
            best = time, raw = other;
    }
    *link += raw;
    return best;
}

static void simulations(void **state)
{
    (void)state;
    struct lp_swap_tensor t[TENSORS];
    struct lp_swap_model models[LP_SWAP_CODECS - 1];
    struct lp_swap_choice choices[TENSORS];
    struct lp_swap_total totals[LP_SWAP_POLICIES];
    for (unsigned round = 0; round < 400; round++) {
        int form = (int)(round % 2);
        make_tensors(t);
        make_models(models);
        double compute = 0;
        for (size_t i = 0; i < TENSORS; i++)
            compute += t[i].forward + t[i].backward;
        for (int p = 0; p < LP_SWAP_POLICIES; p++) {
            double swap = 0, link = 0;
            assert_int_equal(lp_swap_simulate(t, TENSORS, &v100, models, LP_SWAP_CODECS - 1,
                                              (enum lp_swap_form)form, (enum lp_swap_policy)p,
                                              choices, &totals[p]),
                             LP_OK);
            for (size_t i = 0; i < TENSORS && p != LP_SWAP_NONE && p != LP_SWAP_VDNNPP; i++)
                swap += p == LP_SWAP_VDNN ? waits(t, i, (double)t[i].bytes, 0, &link)
                                          : best_again(t, i, models, form, p, &link);
            CLOSE(totals[p].compute, compute);
            if (p == LP_SWAP_VDNNPP)
                continue;
            CLOSE(totals[p].iteration, compute + swap);
            if (p != LP_SWAP_CSWAP && p != LP_SWAP_ORAC) /* equal times may choose differently */
                CLOSE(totals[p].link_bytes, link);
        }
        double slack = 1e-12 * totals[LP_SWAP_CSWAP].iteration;
        double good = totals[LP_SWAP_VDNN].iteration < totals[LP_SWAP_SC].iteration
                          ? totals[LP_SWAP_VDNN].iteration
                          : totals[LP_SWAP_SC].iteration;
        assert_true(totals[LP_SWAP_CSWAP].iteration <= good + slack);
        assert_true(totals[LP_SWAP_ORAC].iteration <= totals[LP_SWAP_CSWAP].iteration + slack);
        assert_true(totals[LP_SWAP_VDNNPP].iteration >= totals[LP_SWAP_VDNN].iteration - slack);
        assert_true(totals[LP_SWAP_NONE].swap == 0 && totals[LP_SWAP_NONE].link_bytes == 0);
    }
}

/* One tensor over 60 % sparse, whose codec time on the host joins that of its copies. */
static void host_codec(void **state)
{
    (void)state;
    struct lp_swap_tensor t[3] = {{LP_SWAP_RELU, 4000000, 700000, 1e-5, 1e-5, {0}, 0},
                                  {LP_SWAP_RELU, 4000000, 600000, 1e-5, 1e-5, {0}, 0},
                                  {LP_SWAP_OTHER, 0, 0, 0, 0, {0}, 0}};
    struct lp_swap_choice choices[3];
    struct lp_swap_total vdnn, host;
    assert_int_equal(
        lp_swap_simulate(t, 3, &v100, &v100_zvc, 1, LP_SWAP_EXACT, LP_SWAP_VDNN, choices, &vdnn),
        LP_OK);
    assert_int_equal(
        lp_swap_simulate(t, 3, &v100, &v100_zvc, 1, LP_SWAP_EXACT, LP_SWAP_VDNNPP, choices, &host),
        LP_OK);
    CLOSE(host.iteration - vdnn.iteration, 4000000 * 88e-12);
    CLOSE(host.link_bytes, 4 * 4000000.0);
    assert_true(host.codec == 0 && host.device_peak == 8000000);
    /* Zeros of halves as many are too few to compress, but there is no model of ZVC16. */
    struct lp_swap_model both[2] = {v100_zvc, v100_zvc};
    t[0].element = 2;
    both[1].setting.codec = LP_SWAP_ZVC16;
#define HOST(models, count)                                                                        \
    lp_swap_simulate(t, 3, &v100, models, count, LP_SWAP_EXACT, LP_SWAP_VDNNPP, choices, &host)
    assert_int_equal(HOST(both, 1), LP_ERR_CODEC);
    assert_int_equal(HOST(both, 2), LP_OK);
    CLOSE(host.iteration, vdnn.iteration);
    t[0].zeros = 1400000;
    assert_int_equal(HOST(both, 2), LP_OK);
    CLOSE(host.iteration - vdnn.iteration, 4000000 * 88e-12);
}

static void refused(void **state)
{
    (void)state;
    struct lp_swap_tensor good = {LP_SWAP_RELU, 400, 50, 1, 1, {0}, 0}, bad;
    struct lp_swap_choice choice;
    struct lp_swap_total total;
    struct lp_swap_model model = v100_zvc;
#define PLAN(t, rates, m) lp_swap_plan(t, 1, rates, m, 1, LP_SWAP_PAPER, &choice)
    assert_int_equal(PLAN(&good, &v100, &v100_zvc), LP_OK);
    bad = good, bad.zeros = 101;
    assert_int_equal(PLAN(&bad, &v100, &v100_zvc), LP_ERR_ARG);
    bad = good, bad.zeros = 200, bad.element = 2;
    assert_int_equal(PLAN(&bad, &v100, &v100_zvc), LP_OK);
    bad.zeros = 201;
    assert_int_equal(PLAN(&bad, &v100, &v100_zvc), LP_ERR_ARG);
    bad = good, bad.element = 1;
    assert_int_equal(PLAN(&bad, &v100, &v100_zvc), LP_ERR_ARG);
    bad = good, bad.forward = -1;
    assert_int_equal(PLAN(&bad, &v100, &v100_zvc), LP_ERR_ARG);
    bad = good, bad.backward = NAN;
    assert_int_equal(PLAN(&bad, &v100, &v100_zvc), LP_ERR_ARG);
    bad = good, bad.kind = LP_SWAP_KINDS;
    assert_int_equal(PLAN(&bad, &v100, &v100_zvc), LP_ERR_ARG);
    bad = good, bad.ratio[LP_SWAP_LZ4] = INFINITY;
    assert_int_equal(PLAN(&bad, &v100, &v100_zvc), LP_ERR_ARG);
    assert_int_equal(PLAN(&good, (&(struct lp_swap_rates){0, 1}), &v100_zvc), LP_ERR_ARG);
    model.count = 17;
    assert_int_equal(PLAN(&good, &v100, &model), LP_ERR_ARG);
    model = v100_zvc, model.compress[0].fixed = INFINITY;
    assert_int_equal(PLAN(&good, &v100, &model), LP_ERR_ARG);
    assert_int_equal(
        lp_swap_simulate(&good, 1, &v100, NULL, 0, LP_SWAP_PAPER, LP_SWAP_SC, &choice, &total),
        LP_ERR_CODEC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams),    cmocka_unit_test(bad_streams), cmocka_unit_test(generator),
        cmocka_unit_test(halves),     cmocka_unit_test(fits),        cmocka_unit_test(threshold),
        cmocka_unit_test(vgg_shapes), cmocka_unit_test(simulations), cmocka_unit_test(host_codec),
        cmocka_unit_test(refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
