/* SPDX-License-Identifier: Apache-2.0 */
/*
 * .npz files of NumPy: a zip archive of .npy files, named by the arrays. Other members are tensors
 * of bytes, as numpy.load gives them.
 */
#include "reader.h"
#include "../io/input_all.h"
#include "zip.h"

#include <string.h>

struct npz {
    const struct lpi_tensor_file *file;
    struct lpi_tensors *tensors;
};

/* The width of a type such as "<f4"; a complex number is two elements. */
static enum lp_elem elem_of(const struct lp_npy *npy)
{
    size_t kind = strspn(npy->dtype, "<>|=");
    size_t bytes = npy->dtype[kind] == 'c' ? npy->item_bytes / 2 : npy->item_bytes;
    if (npy->dtype[kind] == 'U')
        return LP_ELEM_32;
    if (strchr("biufcmM", npy->dtype[kind]) == NULL)
        return LP_ELEM_8;
    return bytes == 1 ? LP_ELEM_8 : bytes == 2 ? LP_ELEM_16 : bytes == 4 ? LP_ELEM_32 : 0;
}

static int add_array(const struct npz *npz, const struct lpi_zip_member *member)
{
    struct lpi_input_fault why;
    struct lp_input *input = NULL;
    struct lpi_tensor_found found = {
        .name = member->name, .name_bytes = member->name_bytes - 4, .part = member->part};
    found.part.path = npz->file->path;
    found.part.is_npy = 1;
    int error = lpi_input_open_part(&found.part, LPI_INPUT_EMPTY, &input, &why);
    if (error != LP_OK) {
        char text[LPI_INPUT_WHY];
        return lpi_tensor_wrong(npz->file, "array '%.*s': %s", (int)found.name_bytes, found.name,
                                lpi_input_why(error, &why, text));
    }
    const struct lp_npy *npy = lp_input_npy(input);
    if (npy == NULL) {
        lp_input_close(input);
        return lpi_tensor_wrong(npz->file, "array '%.*s': has no bytes, and so no header",
                                (int)found.name_bytes, found.name);
    }
    found.part.path = NULL;
    found.dtype = npy->dtype;
    found.elem = elem_of(npy);
    found.axes = npy->axes;
    found.shape = npy->shape;
    found.bytes = npy->data_bytes;
    found.header_bytes = npy->header_bytes;
    error = lpi_tensors_add(npz->file, npz->tensors, &found);
    lp_input_close(input);
    return error;
}

static int add_member(void *context, const struct lpi_zip_member *member)
{
    const struct npz *npz = context;
    if (member->name_bytes >= 4 && memcmp(member->name + member->name_bytes - 4, ".npy", 4) == 0)
        return add_array(npz, member);
    struct lpi_tensor_found found = {.name = member->name,
                                     .name_bytes = member->name_bytes,
                                     .dtype = "",
                                     .axes = 1,
                                     .shape = &member->part.bytes,
                                     .bytes = member->part.bytes,
                                     .part = member->part};
    return lpi_tensors_add(npz->file, npz->tensors, &found);
}

static int list(const struct lpi_tensor_file *file, struct lpi_tensors *tensors)
{
    struct npz npz = {file, tensors};
    return lpi_zip_members(file, add_member, &npz);
}

const struct lpi_tensor_reader lpi_read_npz = {LPI_LOOK_NPZ, list};
