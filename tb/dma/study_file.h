/* SPDX-License-Identifier: Apache-2.0 */
/* Files of raw bytes for the programs of the DMA study. */
#ifndef TB_DMA_STUDY_FILE_H
#define TB_DMA_STUDY_FILE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* All bytes of the file, from malloc. NULL: it is empty or cannot be read, or no memory. */
static inline uint8_t *study_file(const char *name, size_t *bytes)
{
    FILE *file = fopen(name, "rb");
    long end = file != NULL && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    uint8_t *data = end > 0 ? malloc((size_t)end) : NULL;
    if (data != NULL &&
        (fseek(file, 0, SEEK_SET) != 0 || fread(data, 1, (size_t)end, file) != (size_t)end)) {
        free(data);
        data = NULL;
    }
    if (file != NULL)
        fclose(file);
    *bytes = data != NULL ? (size_t)end : 0;
    return data;
}

#endif
