/* SPDX-License-Identifier: Apache-2.0 */
/* Where this library lies, for what is looked for beside it. Not installed. */
#ifndef LPI_DMA_OWN_FOLDER_H
#define LPI_DMA_OWN_FOLDER_H

#include <stddef.h>

/* The folder, with its slash, of the file that holds this code. */
void lpi_dma_own_folder(char *path, size_t size);

#endif
