/* SPDX-License-Identifier: Apache-2.0 */
/* The text of lpi_cuda_trouble, shared by the files of cuda/. */
#ifndef LPC_TROUBLE_H
#define LPC_TROUBLE_H

/* Keeps the text; returns LP_ERR_SYSTEM. */
int lpc_refused(const char *words);

/* The same for a cudaError_t, or LP_OK. */
int lpc_checked(int error);

#endif
