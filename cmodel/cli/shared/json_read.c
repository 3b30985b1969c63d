/* SPDX-License-Identifier: Apache-2.0 */
#include "json_read.h"
#include "fail.h"

json_t *cli_json_load(const char *path)
{
    struct lpi_fault fault;
    json_t *root = lpi_json_load(path, &fault);
    if (root == NULL)
        cli_fail_for(&fault);
    return root;
}

/* Reads `value` with the reader `in`, and ends the program if the reader reports a fault. */
#define READ(type, call)                                                                           \
    struct lpi_fault fault;                                                                        \
    const struct lpi_json_at in = {at->path, at->place, &fault};                                   \
    fault.code = 0;                                                                                \
    type value = call;                                                                             \
    if (fault.code != 0)                                                                           \
        cli_fail_for(&fault);                                                                      \
    return value

void cli_json_only(const struct cli_json_at *at, const json_t *object, const char *keys)
{
    struct lpi_fault fault;
    fault.code = 0;
    lpi_json_only(&(struct lpi_json_at){at->path, at->place, &fault}, object, keys);
    if (fault.code != 0)
        cli_fail_for(&fault);
}

double cli_json_number(const struct cli_json_at *at, const json_t *object, const char *key,
                       double least, double most, double if_none)
{
    READ(double, lpi_json_number(&in, object, key, least, most, if_none));
}

long cli_json_whole(const struct cli_json_at *at, const json_t *object, const char *key, long least,
                    long most, long if_none)
{
    READ(long, lpi_json_whole(&in, object, key, least, most, if_none));
}

int cli_json_bool(const struct cli_json_at *at, const json_t *object, const char *key, int if_none)
{
    READ(int, lpi_json_bool(&in, object, key, if_none));
}

const char *cli_json_name(const struct cli_json_at *at, const json_t *object, const char *key)
{
    READ(const char *, lpi_json_name(&in, object, key));
}

const json_t *cli_json_list(const struct cli_json_at *at, const json_t *object, const char *key)
{
    READ(const json_t *, lpi_json_list(&in, object, key));
}
