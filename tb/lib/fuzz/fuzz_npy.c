/* SPDX-License-Identifier: Apache-2.0 */
/* The .npy header's parser on arbitrary bytes. An accepted header must be consistent. */
#include "fuzz.h"
#include <linepress/file.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    uint8_t *header = exact_copy(bytes, count);
    struct lp_npy npy;
    size_t header_bytes;
    int prefix = lp_npy_header_bytes(header, count, &header_bytes);
    int error = lp_npy_parse(header, count, &npy);
    must(error != LP_OK || prefix == LP_OK);
    if (error == LP_OK) {
        must(npy.header_bytes == header_bytes && header_bytes <= count);
        must(npy.axes <= LP_NPY_AXES_MAX && npy.data_bytes <= INT64_MAX);
        must(strlen(npy.dtype) < sizeof npy.dtype);
        unsigned __int128 product = npy.item_bytes;
        for (unsigned i = 0; i < npy.axes && product != 0 && product <= INT64_MAX; i++)
            product *= npy.shape[i];
        /* An axis of length 0 after others of absurd length still makes the array empty. */
        must(npy.data_bytes == 0 || npy.data_bytes == (uint64_t)product);
    }
    free(header);
    return 0;
}
