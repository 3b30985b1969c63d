/* SPDX-License-Identifier: Apache-2.0 */
/* The words of lpi_cuda_trouble, which the files of cuda/ share. */
#ifndef LPC_TROUBLE_H
#define LPC_TROUBLE_H

/* Keeps the words; LP_ERR_SYSTEM. */
int lpc_refused(const char *words);

/* The same for a cudaError_t, or LP_OK. */
int lpc_checked(int error);

#endif
