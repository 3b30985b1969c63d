/* SPDX-License-Identifier: Apache-2.0 */
#include "input.h"
#include "fail.h"
#include <errno.h>
#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *cli_input_why(int error, const struct lpi_input_fault *fault)
{
    static char text[256];
    char place[40] = "";
    if (error == LP_ERR_SYSTEM)
        return strerror(errno);
    if (error == LP_ERR_SHORT || error == LP_ERR_LONG)
        snprintf(place, sizeof place, " (byte %" PRIu64 ")", fault->byte);
    int hint = fault->is_npy && error != LP_ERR_EMPTY;
    snprintf(text, sizeof text, "%s%s%s", lp_strerror(error), place,
             hint ? "; --raw takes the file as raw bytes" : "");
    return text;
}

void cli_input_complain(const char *path, int error, const struct lpi_input_fault *fault)
{
    if (error == LP_ERR_SYSTEM && errno == ENOMEM)
        cli_fail("%s: %s", path, strerror(ENOMEM));
    cli_complain("%s: %s", path, cli_input_why(error, fault));
}

struct lp_input *cli_input_open(const char *path, int how)
{
    struct lpi_input_fault fault;
    struct lp_input *input;
    int error = lpi_input_open(path, how, &input, &fault);
    if (error != LP_OK)
        cli_fail("%s: %s", path, cli_input_why(error, &fault));
    return input;
}

size_t cli_input_read(struct lp_input *input, const char *path, void *buffer, size_t capacity)
{
    size_t got;
    int error = lp_input_read(input, buffer, capacity, &got);
    struct lpi_input_fault fault = lpi_input_fault(input);
    if (error != LP_OK)
        cli_fail("%s: %s", path, cli_input_why(error, &fault));
    return got;
}

uint8_t *cli_input_read_all(struct lp_input *input, const char *path, size_t spare, size_t *bytes)
{
    uint64_t announced = lp_input_bytes(input);
    size_t most = announced > CLI_INPUT_MOST ? (size_t)announced : CLI_INPUT_MOST, got;
    size_t room = announced > 0 && announced < SIZE_MAX - spare ? (size_t)announced + 1 : 1 << 20;
    uint8_t *data = cli_alloc(room + spare);
    *bytes = 0;
    while ((got = cli_input_read(input, path, data + *bytes, room - *bytes)) > 0) {
        *bytes += got;
        if (*bytes > most)
            cli_fail("%s: more than %zu bytes, which is the most of what is no file", path, most);
        if (*bytes < room)
            continue;
        room = room < most / 2 ? 2 * room : most + 1;
        data = cli_resize(data, room + spare);
    }
    return data;
}
