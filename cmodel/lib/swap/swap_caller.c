/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* process_vm_readv */
#include "swap_caller.h"
#include <errno.h>
#include <linepress/linepress.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

int lpi_caller_read(void *to, const void *from, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        struct iovec near = {(char *)to + done, bytes - done};
        struct iovec far = {(char *)from + done, bytes - done};
        ssize_t n = process_vm_readv(getpid(), &near, 1, &far, 1, 0);
        if (n <= 0 && errno == EFAULT)
            return LP_ERR_ADDRESS;
        if (n <= 0) {
            memcpy(near.iov_base, far.iov_base, near.iov_len);
            return LP_OK;
        }
        done += (size_t)n;
    }
    return LP_OK;
}
