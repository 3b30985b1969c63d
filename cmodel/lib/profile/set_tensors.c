/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files of tensors: each tensor with bytes is an allocation. Characters that the name of an
 * allocation cannot have are replaced: "/" by ".", blanks and a dot at the beginning by "_".
 */
#define _POSIX_C_SOURCE 200809L
#include "set_found.h"
#include "../io/input_all.h"
#include "../tensors/tensors.h"

#include <fcntl.h>
#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct tensor_file {
    const char *path;
    uint64_t point;
    struct lpi_finds *finds;
    struct lpi_fault *fault;
};

static void name_allocation(const char *tensor, char name[LPI_TENSOR_NAME_MAX + 1])
{
    snprintf(name, LPI_TENSOR_NAME_MAX + 1, "%s", tensor);
    if (name[0] == '.')
        name[0] = '_';
    for (char *at = name; *at != '\0'; at++)
        *at = *at == '/' ? '.' : *at == ' ' ? '_' : *at;
}

/* Appends the bytes of a deflated tensor to the set's temporary file. */
static int unpack(const struct tensor_file *file, const struct lpi_tensor *tensor,
                  struct lpi_piece *piece)
{
    static const char *const where = "the temporary file of unpacked arrays (TMPDIR)";
    uint8_t bytes[1 << 16];
    size_t got = 1;
    struct lp_input *input = lpi_input_begin_part(&tensor->part, file->path, LPI_INPUT_EMPTY,
                                                  file->fault);
    if (input == NULL)
        return file->fault->code;
    piece->unpacked = file->finds->unpacked;
    lpi_spill_begin(file->finds->unpacked, &piece->begin);
    int error = LP_OK;
    while (error == LP_OK && got > 0) {
        error = lpi_input_next(input, file->path, bytes, sizeof bytes, &got, file->fault);
        if (error == LP_OK && lpi_spill_append(file->finds->unpacked, bytes, got) != LP_OK)
            error = lpi_fault_system(file->fault, where);
    }
    lp_input_close(input);
    return error;
}

/* The piece is the tensor's range of its own file, which may be one that an index names. */
static int find_piece(const struct tensor_file *file, const struct lpi_tensor *tensor,
                      struct lpi_piece *piece)
{
    const char *path = tensor->part.path;
    int error = lpi_piece_at("", path, piece, file->fault);
    if (error != LP_OK)
        return error;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return lpi_fault_system(file->fault, path);
    error = lpi_piece_of_file(fd, piece, file->fault);
    close(fd);
    piece->begin = tensor->part.begin + tensor->header_bytes;
    piece->bytes = tensor->bytes;
    if (error == LP_OK && tensor->part.packed > 0)
        error = unpack(file, tensor, piece);
    if (error == LP_OK && tensor->dtype[0] != '\0') {
        piece->dtype = lpi_strings_keep(file->finds->strings, tensor->dtype, strlen(tensor->dtype));
        if (piece->dtype == NULL)
            error = lpi_fault_set(file->fault, LP_ERR_SYSTEM, "%s: no memory", path);
    }
    return error;
}

static int add_tensor(const struct tensor_file *file, const struct lpi_tensor *tensor)
{
    char point[32], name[LPI_TENSOR_NAME_MAX + 1];
    struct lpi_piece piece;
    int error = find_piece(file, tensor, &piece);
    if (error != LP_OK)
        return error;
    name_allocation(tensor->name, name);
    snprintf(point, sizeof point, "%" PRIu64, file->point);
    return lpi_finds_add(file->finds, point, file->point, name, 0, &piece, file->fault);
}

int lpi_find_tensors(const char *path, uint64_t point, struct lpi_finds *finds,
                     struct lpi_fault *fault)
{
    const struct tensor_file file = {path, point, finds, fault};
    struct lpi_tensors *tensors;
    int error = lpi_tensors_open(path, &tensors, fault);
    if (error != 0)
        return error;
    finds->numbers = 1;
    for (size_t i = 0; i < tensors->count && error == LP_OK; i++)
        if (tensors->list[i].bytes > 0 && lpi_tensor_wanted(tensors->list[i].name, finds->wanted))
            error = add_tensor(&file, &tensors->list[i]);
    lpi_tensors_close(tensors);
    return error;
}
