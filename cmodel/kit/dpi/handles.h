/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Handles that may be passed in long after their object is gone. A handle is a number in the form
 * of a pointer: the index of a slot, and a count of its uses. It is never dereferenced, and slots
 * are never freed, so that a null, invented or dead handle is detected without undefined behaviour.
 * A slot has a lock, which its user holds.
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

/* Locks a live handle; *thing is its object. Any other state: nothing is locked. */
enum lpi_handle_state lpi_handle_lock(void *handle, void **thing);

/* Unlocks a handle that is locked. */
void lpi_handle_unlock(void *handle);

/* Unlocks a handle that is locked, and ends it. */
void lpi_handle_remove(void *handle);

#endif
