/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Handles that may be given back long after what they stood for is gone. A handle is a number in
 * the shape of a pointer: the place of a slot, and how often that slot has been taken. Nothing is
 * read through it, and slots are never freed, so a handle that is null, made up or dead is found
 * out without undefined behaviour. A slot has a lock, which its user holds.
 */
#ifndef LPI_DPI_HANDLES_H
#define LPI_DPI_HANDLES_H

enum lpi_handle_state {
    LPI_HANDLE_LIVE,
    LPI_HANDLE_NULL,
    LPI_HANDLE_FOREIGN, /* no call of lpi_handle_add has returned it */
    LPI_HANDLE_DEAD,
};

/* A handle of `thing`, which is not NULL. NULL: no memory, or too many handles are alive. */
void *lpi_handle_add(void *thing);

/* Locks a live handle; *thing is what it stands for. Any other state: nothing is locked. */
enum lpi_handle_state lpi_handle_lock(void *handle, void **thing);

/* Unlocks a handle that is locked. */
void lpi_handle_unlock(void *handle);

/* Unlocks a handle that is locked, and ends it. */
void lpi_handle_remove(void *handle);

#endif
