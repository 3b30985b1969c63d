/* SPDX-License-Identifier: Apache-2.0 */
#include "input.h"
#include "fail.h"
#include <errno.h>
#include <linepress/linepress.h>
#include <string.h>

const char *cli_input_why(int error, const struct lpi_input_fault *fault)
{
    static char text[LPI_INPUT_WHY];
    return lpi_input_why(error, fault, text);
}

void cli_input_complain(const char *path, int error, const struct lpi_input_fault *fault)
{
    if (error == LP_ERR_SYSTEM && errno == ENOMEM)
        cli_fail("%s: %s", path, strerror(ENOMEM));
    cli_complain("%s: %s", path, cli_input_why(error, fault));
}

struct lp_input *cli_input_open(const char *path, int how)
{
    struct lpi_fault fault;
    struct lp_input *input = lpi_input_begin(path, how, &fault);
    if (input == NULL)
        cli_fail_for(&fault);
    return input;
}

size_t cli_input_read(struct lp_input *input, const char *path, void *buffer, size_t capacity)
{
    struct lpi_fault fault;
    size_t got;
    if (lpi_input_next(input, path, buffer, capacity, &got, &fault) != 0)
        cli_fail_for(&fault);
    return got;
}
