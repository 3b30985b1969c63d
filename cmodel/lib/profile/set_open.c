/* SPDX-License-Identifier: Apache-2.0 */
/* Turns the files of a set into its points, allocations and pieces. */
#define _POSIX_C_SOURCE 200809L
#include "set_found.h"
#include "../tensors/tensors.h"

#include <linepress/linepress.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int no_memory(struct lpi_fault *fault)
{
    return lpi_fault_set(fault, LP_ERR_SYSTEM, "no memory for the set's tables");
}

int lpi_point_number(const char *text, size_t length, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9' || length > 18)
            return 0;
        *number = 10 * *number + (uint64_t)(text[i] - '0');
    }
    return length > 0;
}

int lpi_piece_at(const char *folder, const char *file, struct lpi_piece *piece,
                 struct lpi_fault *fault)
{
    if (strlen(folder) + strlen(file) + 2 > LPI_PATH_MAX)
        return lpi_fault_set(fault, LP_ERR_ARG, "%s/%s: %s", folder, file, strerror(ENAMETOOLONG));
    *piece = (struct lpi_piece){.folder = folder, .file = file};
    return LP_OK;
}

int lpi_piece_of_file(int fd, struct lpi_piece *piece, struct lpi_fault *fault)
{
    char path[LPI_PATH_MAX];
    struct stat st;
    lpi_piece_path(piece, path);
    if (fstat(fd, &st) != 0)
        return lpi_fault_system(fault, path);
    if (!S_ISREG(st.st_mode))
        return lpi_fault_set(fault, LP_ERR_ARG, "%s: is no regular file", path);
    piece->bytes = (uint64_t)st.st_size;
    lpi_piece_identify(&st, piece);
    return LP_OK;
}

/* ---- what was found ---- */

static int grow(struct lpi_finds *finds, struct lpi_fault *fault)
{
    if (finds->count == LPI_SET_CELLS_MAX)
        return lpi_fault_set(fault, LP_ERR_ARG, "the set has more than %zu pieces",
                             LPI_SET_CELLS_MAX);
    if (finds->count < finds->room)
        return LP_OK;
    size_t room = finds->room == 0 ? 64 : 2 * finds->room;
    struct lpi_found *list = realloc(finds->list, room * sizeof *list);
    if (list == NULL)
        return no_memory(fault);
    finds->list = list;
    finds->room = room;
    return LP_OK;
}

static int check_piece(const struct lpi_piece *piece, const char *allocation,
                       struct lpi_fault *fault)
{
    char path[LPI_PATH_MAX];
    lpi_piece_path(piece, path);
    if (!lpi_set_name_valid(allocation))
        return lpi_fault_set(fault, LP_ERR_ARG,
                             "%s: '%s' is no name of an allocation: 1 to %u bytes without blanks, "
                             "slashes and control characters",
                             path, allocation, LPI_SET_NAME_MAX);
    if (piece->bytes == 0)
        return lpi_fault_set(fault, LP_ERR_EMPTY, "%s: the allocation '%s' has 0 bytes", path,
                             allocation);
    if (piece->bytes > LPI_SET_BYTES_MAX)
        return lpi_fault_set(fault, LP_ERR_ARG, "%s: has more than 2^48 bytes", path);
    return LP_OK;
}

/* NULL: there is no memory. */
static const char *keep(const struct lpi_finds *finds, const char *text)
{
    return lpi_strings_keep(finds->strings, text, strlen(text));
}

int lpi_finds_add(struct lpi_finds *finds, const char *point, uint64_t number,
                  const char *allocation, uint64_t address, const struct lpi_piece *piece,
                  struct lpi_fault *fault)
{
    int error = check_piece(piece, allocation, fault);
    if (error == LP_OK)
        error = grow(finds, fault);
    if (error != LP_OK)
        return error;
    struct lpi_found *found = &finds->list[finds->count];
    *found = (struct lpi_found){.point = keep(finds, point),
                                .allocation = keep(finds, allocation),
                                .number = number,
                                .address = address,
                                .piece = *piece};
    found->piece.folder = keep(finds, piece->folder);
    found->piece.file = keep(finds, piece->file);
    if (found->point == NULL || found->allocation == NULL || found->piece.folder == NULL ||
        found->piece.file == NULL)
        return no_memory(fault);
    finds->count++;
    return LP_OK;
}

/* ---- from what was found to the set ---- */

static int by_point_number(const void *a, const void *b)
{
    const struct lpi_found *left = a, *right = b;
    if (left->number != right->number)
        return left->number < right->number ? -1 : 1;
    return strcmp(left->point, right->point);
}

static int by_allocation(const void *a, const void *b)
{
    const struct lpi_found *left = a, *right = b;
    if (left->address != right->address)
        return left->address < right->address ? -1 : 1;
    int names = strcmp(left->allocation, right->allocation);
    return names != 0 ? names : by_point_number(a, b);
}

/* Collects the set's distinct points from the finds, which are sorted by point. */
static int take_points(struct lpi_set *set, struct lpi_finds *finds, struct lpi_fault *fault)
{
    for (size_t i = 0; i < finds->count; i++) {
        const struct lpi_found *found = &finds->list[i];
        struct lpi_point *last = set->points + set->point_count;
        if (i > 0 && strcmp(found->point, last[-1].name) == 0)
            continue;
        if (i > 0 && finds->numbers && found->number == finds->list[i - 1].number)
            return lpi_fault_set(fault, LP_ERR_ARG, "points '%s' and '%s' have the same number",
                                 last[-1].name, found->point);
        if (set->point_count == LPI_SET_POINTS_MAX)
            return lpi_fault_set(fault, LP_ERR_ARG, "the set has more than %u points",
                                 LPI_SET_POINTS_MAX);
        *last = (struct lpi_point){.name = found->point, .fraction = -1};
        set->point_count++;
    }
    return LP_OK;
}

/* Equal names share one text, so pointers are compared. */
static size_t point_of(const struct lpi_set *set, const char *name)
{
    size_t p = 0;
    while (set->points[p].name != name)
        p++;
    return p;
}

static int same_allocation(const struct lpi_found *a, const struct lpi_found *b)
{
    return a->address == b->address && strcmp(a->allocation, b->allocation) == 0;
}

static size_t count_allocations(const struct lpi_finds *finds)
{
    size_t count = 0;
    for (size_t i = 0; i < finds->count; i++)
        count += i == 0 || !same_allocation(&finds->list[i], &finds->list[i - 1]);
    return count;
}

/* Moves the pieces to their cells; the finds are sorted by allocation. */
static int take_pieces(struct lpi_set *set, struct lpi_finds *finds, struct lpi_fault *fault)
{
    struct lpi_allocation *allocation = set->allocations - 1;
    for (size_t i = 0; i < finds->count; i++) {
        struct lpi_found *found = &finds->list[i];
        if (i == 0 || !same_allocation(found, found - 1)) {
            allocation = &set->allocations[set->allocation_count++];
            *allocation = (struct lpi_allocation){.name = found->allocation,
                                                  .address = found->address};
        }
        size_t place = (set->allocation_count - 1) * set->point_count + point_of(set, found->point);
        if (set->pieces[place].file != NULL) {
            char path[LPI_PATH_MAX];
            lpi_piece_path(&found->piece, path);
            return lpi_fault_set(fault, LP_ERR_ARG,
                                 "%s: allocation '%s' is there twice at point %s", path,
                                 found->allocation, found->point);
        }
        set->pieces[place] = found->piece;
        if (found->piece.bytes > allocation->bytes)
            allocation->bytes = found->piece.bytes;
    }
    return LP_OK;
}

static int assemble(struct lpi_set *set, struct lpi_finds *finds, struct lpi_fault *fault)
{
    set->points = calloc(finds->count, sizeof *set->points);
    if (set->points == NULL)
        return no_memory(fault);
    qsort(finds->list, finds->count, sizeof *finds->list, by_point_number);
    int error = take_points(set, finds, fault);
    if (error != LP_OK)
        return error;
    qsort(finds->list, finds->count, sizeof *finds->list, by_allocation);
    size_t allocations = count_allocations(finds);
    if (allocations > LPI_SET_ALLOCATIONS_MAX)
        return lpi_fault_set(fault, LP_ERR_ARG, "the set has more than %u allocations",
                             LPI_SET_ALLOCATIONS_MAX);
    if (allocations > LPI_SET_CELLS_MAX / set->point_count)
        return lpi_fault_set(fault, LP_ERR_ARG,
                             "%zu allocations at %zu points are more than %zu "
                             "pieces",
                             allocations, set->point_count, LPI_SET_CELLS_MAX);
    set->allocations = calloc(allocations, sizeof *set->allocations);
    set->pieces = calloc(allocations * set->point_count, sizeof *set->pieces);
    if (set->allocations == NULL || set->pieces == NULL)
        return no_memory(fault);
    return take_pieces(set, finds, fault);
}

int lpi_set_reorder(struct lpi_set *set, const size_t *allocations, const size_t *points)
{
    size_t rows = set->allocation_count, columns = set->point_count;
    struct lpi_allocation *new_rows = calloc(rows, sizeof *new_rows);
    struct lpi_point *new_columns = calloc(columns, sizeof *new_columns);
    struct lpi_piece *pieces = calloc(rows * columns, sizeof *pieces);
    if (new_rows == NULL || new_columns == NULL || pieces == NULL) {
        free(new_rows);
        free(new_columns);
        free(pieces);
        return LP_ERR_SYSTEM;
    }
    for (size_t p = 0; p < columns; p++)
        new_columns[p] = set->points[points[p]];
    for (size_t a = 0; a < rows; a++) {
        new_rows[a] = set->allocations[allocations[a]];
        for (size_t p = 0; p < columns; p++)
            pieces[a * columns + p] = set->pieces[allocations[a] * columns + points[p]];
    }
    free(set->allocations);
    free(set->points);
    free(set->pieces);
    set->allocations = new_rows;
    set->points = new_columns;
    set->pieces = pieces;
    return LP_OK;
}

/* A file without tensors is reported as no core. */
static int find_file(const char *path, uint64_t point, struct lpi_finds *finds,
                     struct lpi_fault *fault)
{
    enum lpi_look look = lpi_tensors_look(path);
    return look == LPI_LOOK_PLAIN || look == LPI_LOOK_CORE
               ? lpi_find_core(path, point, finds, fault)
               : lpi_find_tensors(path, point, finds, fault);
}

static int find_all(char *const *operands, size_t count, const char *split, struct lpi_finds *finds,
                    int *folder, struct lpi_fault *fault)
{
    int error = LP_OK;
    *folder = 0;
    for (size_t i = 0; i < count && error == LP_OK; i++) {
        struct stat st;
        if (stat(operands[i], &st) != 0)
            return lpi_fault_system(fault, operands[i]);
        if (S_ISDIR(st.st_mode) && count > 1)
            return lpi_fault_set(fault, LP_ERR_ARG,
                                 "%s: a folder is a set of its own; only files can be several",
                                 operands[i]);
        *folder = S_ISDIR(st.st_mode);
        if (*folder && finds->wanted != NULL)
            return lpi_fault_set(fault, LP_ERR_ARG,
                                 "%s: is a folder, and --tensor takes names in files", operands[i]);
        error = *folder ? lpi_find_folder(operands[i], split, finds, fault)
                        : find_file(operands[i], i + 1, finds, fault);
    }
    if (error == LP_OK && finds->count == 0)
        error = lpi_fault_set(fault, LP_ERR_EMPTY, "%s: there is nothing of a snapshot set in it",
                              count > 0 ? operands[0] : "");
    return error;
}

int lpi_set_open_some(char *const *operands, size_t count, const char *split, const char *wanted,
                      struct lpi_set **opened, struct lpi_fault *fault)
{
    struct lpi_set *set = calloc(1, sizeof *set);
    if (set == NULL)
        return no_memory(fault);
    struct lpi_finds finds = {
        .strings = &set->strings, .wanted = wanted, .unpacked = &set->unpacked};
    int folder, error = find_all(operands, count, split != NULL ? split : LPI_SET_SPLIT, &finds,
                                 &folder, fault);
    if (error == LP_OK)
        error = assemble(set, &finds, fault);
    if (error == LP_OK && folder)
        error = lpi_set_describe(operands[0], set, finds.numbers, fault);
    free(finds.list);
    lpi_strings_seal(&set->strings);
    if (error == LP_OK)
        *opened = set;
    else
        lpi_set_close(set);
    return error;
}

int lpi_set_open(char *const *operands, size_t count, const char *split, struct lpi_set **opened,
                 struct lpi_fault *fault)
{
    return lpi_set_open_some(operands, count, split, NULL, opened, fault);
}
