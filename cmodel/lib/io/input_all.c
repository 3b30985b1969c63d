/* SPDX-License-Identifier: Apache-2.0 */
#include "input_all.h"
#include <errno.h>
#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *lpi_input_why(int error, const struct lpi_input_fault *fault, char text[LPI_INPUT_WHY])
{
    char place[40] = "";
    if (error == LP_ERR_SYSTEM)
        return strerror(errno);
    if (fault->look != LPI_LOOK_PLAIN) {
        snprintf(text, LPI_INPUT_WHY, "looks like %s; --raw takes it as bytes",
                 lpi_look_name(fault->look));
        return text;
    }
    if (error == LP_ERR_SHORT || error == LP_ERR_LONG)
        snprintf(place, sizeof place, " (byte %" PRIu64 ")", fault->byte);
    int hint = fault->is_npy && error != LP_ERR_EMPTY;
    snprintf(text, LPI_INPUT_WHY, "%s%s%s", lp_strerror(error), place,
             hint ? "; --raw takes the file as raw bytes" : "");
    return text;
}

static int wrong(struct lpi_fault *fault, const char *path, int error,
                 const struct lpi_input_fault *why)
{
    char text[LPI_INPUT_WHY];
    return lpi_fault_set(fault, LPI_BAD, "%s: %s", path, lpi_input_why(error, why, text));
}

struct lp_input *lpi_input_begin(const char *path, int how, struct lpi_fault *fault)
{
    struct lpi_input_fault why;
    struct lp_input *input = NULL;
    int error = lpi_input_open(path, how, &input, &why);
    if (error == LP_OK)
        return input;
    wrong(fault, path, error, &why);
    return NULL;
}

struct lp_input *lpi_input_begin_part(const struct lpi_part *part, const char *name, int how,
                                      struct lpi_fault *fault)
{
    struct lpi_input_fault why;
    struct lp_input *input = NULL;
    int error = lpi_input_open_part(part, how, &input, &why);
    if (error == LP_OK)
        return input;
    wrong(fault, name, error, &why);
    return NULL;
}

int lpi_input_next(struct lp_input *input, const char *path, void *buffer, size_t capacity,
                   size_t *got, struct lpi_fault *fault)
{
    int error = lp_input_read(input, buffer, capacity, got);
    struct lpi_input_fault why = lpi_input_fault(input);
    return error == LP_OK ? 0 : wrong(fault, path, error, &why);
}

uint8_t *lpi_input_all(struct lp_input *input, const char *path, size_t spare, size_t *bytes,
                       struct lpi_fault *fault)
{
    uint64_t announced = lp_input_bytes(input);
    size_t most = announced > LPI_INPUT_MOST ? (size_t)announced : LPI_INPUT_MOST, got;
    size_t room = announced > 0 && announced < SIZE_MAX - spare ? (size_t)announced + 1 : 1 << 20;
    uint8_t *data = lpi_fault_alloc(fault, room + spare);
    *bytes = 0;
    while (data != NULL) {
        if (lpi_input_next(input, path, data + *bytes, room - *bytes, &got, fault) != 0)
            break;
        if (got == 0)
            return data;
        *bytes += got;
        if (*bytes > most) {
            lpi_fault_set(fault, LPI_BAD,
                          "%s: more than %zu bytes, which is the most of what is no file", path,
                          most);
            break;
        }
        if (*bytes < room)
            continue;
        room = room < most / 2 ? 2 * room : most + 1;
        uint8_t *larger = lpi_fault_resize(fault, data, room + spare);
        if (larger == NULL)
            break;
        data = larger;
    }
    free(data);
    return NULL;
}
