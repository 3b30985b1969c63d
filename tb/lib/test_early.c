/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of a preloaded malloc before the C library's malloc is found. */
#include "unit.h"

#include "../../cmodel/base/early.h"

static void too_much(void **state)
{
    (void)state;
    assert_null(lpi_early_take(1, SIZE_MAX));
    assert_null(lpi_early_take(SIZE_MAX / 2, 4));
    assert_null(lpi_early_take(1, LPI_EARLY_BYTES + 1));
    assert_null(lpi_early_take(1, LPI_EARLY_BYTES - LPI_EARLY_HEAD + 1));
    assert_non_null(lpi_early_take(1, LPI_EARLY_BYTES - LPI_EARLY_HEAD));
    assert_null(lpi_early_take(0, 1));
}

/* Blocks until there is no room: zeros, apart from each other, with the size that they had. */
static void until_full(void **state)
{
    struct {
        unsigned char *at;
        size_t bytes;
    } of[LPI_EARLY_BYTES / LPI_EARLY_HEAD];
    unsigned count = 0;
    (void)state;
    atomic_store(&lpi_early_used, 0);
    for (;; count++) {
        size_t bytes = unit_random() % 200;
        of[count].at = lpi_early_take(bytes, 1);
        of[count].bytes = bytes;
        if (of[count].at == NULL)
            break;
        assert_int_equal((uintptr_t)of[count].at % 16, 0);
        assert_true(lpi_is_early(of[count].at));
        for (size_t i = 0; i < bytes; i++)
            assert_int_equal(of[count].at[i], 0);
        memset(of[count].at, (int)(1 + count % 255), bytes);
    }
    assert_in_range(count, LPI_EARLY_BYTES / 224 - 1, LPI_EARLY_BYTES / 16);
    for (unsigned n = 0; n < count; n++) {
        assert_int_equal(lpi_early_size(of[n].at), of[n].bytes);
        assert_true(of[n].at + of[n].bytes <= lpi_early + LPI_EARLY_BYTES);
        for (size_t i = 0; i < of[n].bytes; i++)
            assert_int_equal(of[n].at[i], 1 + n % 255);
    }
}

static void others(void **state)
{
    unsigned char here;
    (void)state;
    assert_false(lpi_is_early(NULL));
    assert_false(lpi_is_early(&here));
    assert_false(lpi_is_early(lpi_early + LPI_EARLY_BYTES));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(too_much), cmocka_unit_test(until_full),
                                       cmocka_unit_test(others)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
