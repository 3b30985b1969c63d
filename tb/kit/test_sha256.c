/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 against the examples of NIST's "Secure Hash Standard" and of its test vectors. */
#include "../lib/unit.h"

#include "../../cmodel/base/sha256.h"

static void assert_sum(const void *data, size_t bytes, size_t step, const char *due)
{
    struct lpi_sha256 sum;
    char text[LPI_SHA256_TEXT];

    lpi_sha256_begin(&sum);
    for (size_t at = 0; at < bytes; at += step)
        lpi_sha256_add(&sum, (const char *)data + at, bytes - at < step ? bytes - at : step);
    lpi_sha256_end(&sum, text);
    assert_string_equal(text, due);
}

static void test_examples(void **state)
{
    static const char two[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    static const char four[] = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                               "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";

    (void)state;
    assert_sum("", 0, 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_sum("abc", 3, 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_sum("\xbd", 1, 1, "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b");
    for (size_t step = 1; step <= 64; step++) {
        assert_sum(two, 56, step,
                   "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
        assert_sum(four, 112, step,
                   "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    }
}

/* Zeros, of lengths around those where the padding takes another block; a million times 'a'. */
static void test_lengths(void **state)
{
    static const struct {
        size_t bytes;
        const char *due;
    } zeros[] = {
        {55, "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"},
        {56, "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"},
        {57, "65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785"},
        {64, "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"},
        {1000, "541b3e9daa09b20bf85fa273e5cbd3e80185aa4ec298e765db87742b70138a53"},
    };
    char *text = calloc(1, 1000000);

    (void)state;
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++)
        assert_sum(text, zeros[i].bytes, 7, zeros[i].due);
    memset(text, 'a', 1000000);
    assert_sum(text, 1000000, 999,
               "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_lengths),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
