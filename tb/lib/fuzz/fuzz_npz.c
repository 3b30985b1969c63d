/* SPDX-License-Identifier: Apache-2.0 */
/* The reader of .npz files on arbitrary bytes. */
#define _GNU_SOURCE /* memfd_create */
#include "tensors.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    return try_file(bytes, count);
}
