/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "names.h"
#include "../../lib/profile/set.h"
#include "symbols.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Leaves room for a number and the mark that makes names unique. */
#define SYMBOL_MAX (LPI_SET_NAME_MAX - 40)

struct range {
    uint64_t begin, end, place; /* place: offset in the file */
    size_t module;
};

struct module {
    char *path;
    struct capture_elf elf;
};

/* A place whose text is already in use by another place gets a mark appended. */
struct place {
    size_t module;
    uint64_t address;
    char text[LPI_SET_NAME_MAX];
    unsigned twins; /* earlier places with this text */
};

struct capture_names {
    struct range *ranges;
    size_t range_count, range_room;
    struct module *modules;
    size_t module_count, module_room;
    struct place *places;
    size_t place_count, place_room;
    uint32_t first;
    struct lpi_fault *fault;
};

/* Room for one more element of `size` bytes. NULL: no memory, and the list is unchanged. */
static void *grow(const struct capture_names *names, void *list, size_t count, size_t *room,
                  size_t size)
{
    if (count < *room)
        return list;
    size_t more = *room > 0 ? 2 * *room : 64;
    void *grown = realloc(list, more * size);
    if (grown == NULL)
        lpi_fault_set(names->fault, LPI_BAD, "capture: no memory for names");
    else
        *room = more;
    return grown;
}

struct capture_names *capture_names_open(struct lpi_fault *fault)
{
    struct capture_names *names = lpi_fault_alloc(fault, sizeof *names);
    if (names != NULL)
        *names = (struct capture_names){.first = 1, .fault = fault};
    return names;
}

void capture_names_first(struct capture_names *names, uint32_t image)
{
    names->first = image;
}

void capture_names_close(struct capture_names *names)
{
    for (size_t i = 0; i < names->module_count; i++) {
        capture_elf_close(&names->modules[i].elf);
        free(names->modules[i].path);
    }
    free(names->ranges);
    free(names->modules);
    free(names->places);
    free(names);
}

/* ---- loaded files ---- */

/* SIZE_MAX: no memory. */
static size_t find_module(struct capture_names *names, const char *path)
{
    for (size_t i = 0; i < names->module_count; i++)
        if (strcmp(names->modules[i].path, path) == 0)
            return i;
    struct module *modules = grow(names, names->modules, names->module_count, &names->module_room,
                                  sizeof *modules);
    if (modules == NULL)
        return SIZE_MAX;
    names->modules = modules;
    struct module *module = &modules[names->module_count];
    module->path = lpi_fault_alloc(names->fault, strlen(path) + 1);
    if (module->path == NULL)
        return SIZE_MAX;
    strcpy(module->path, path);
    capture_elf_open(path, &module->elf);
    return names->module_count++;
}

/* The kernel writes a newline in a path as \012. */
static void restore_newlines(char *path)
{
    char *to = path;
    for (const char *p = path; *p != '\0'; to++)
        if (strncmp(p, "\\012", 4) == 0) {
            *to = '\n';
            p += 4;
        } else {
            *to = *p++;
        }
    *to = '\0';
}

static bool read_range(struct capture_names *names, char *line)
{
    struct range range;
    int path = 0;
    if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64 " %*s %*s %n", &range.begin, &range.end,
               &range.place, &path) < 3 ||
        path == 0 || line[path] != '/')
        return true;
    line[strcspn(line, "\n")] = '\0';
    restore_newlines(line + path);
    range.module = find_module(names, line + path);
    if (range.module == SIZE_MAX)
        return false;
    struct range *ranges = grow(names, names->ranges, names->range_count, &names->range_room,
                                sizeof *ranges);
    if (ranges == NULL)
        return false;
    names->ranges = ranges;
    ranges[names->range_count++] = range;
    return true;
}

int capture_names_maps(struct capture_names *names, const char *path)
{
    char *line = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");
    bool good = true;
    if (file == NULL)
        return lpi_fault_set(names->fault, LPI_BAD, "%s: %s", path, strerror(errno));
    names->range_count = 0;
    while (good && getline(&line, &room, file) > 0)
        good = read_range(names, line);
    free(line);
    fclose(file);
    return good ? 0 : names->fault->code;
}

/* SIZE_MAX: no file is mapped at the address. */
static size_t locate(const struct capture_names *names, uint64_t frame, uint64_t *address)
{
    *address = frame;
    for (size_t i = 0; i < names->range_count; i++) {
        const struct range *range = &names->ranges[i];
        if (frame < range->begin || frame >= range->end)
            continue;
        *address = capture_elf_address(&names->modules[range->module].elf,
                                       frame - range->begin + range->place);
        return range->module;
    }
    return SIZE_MAX;
}

/* ---- texts ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* A return address follows the call, so the call's last byte identifies the function. */
static void describe(const struct capture_names *names, size_t module, uint64_t address, char *text,
                     size_t capacity)
{
    uint64_t offset = 0;
    const char *symbol = NULL;
    if (module != SIZE_MAX && address > 0)
        symbol = capture_elf_symbol(&names->modules[module].elf, address - 1, &offset);
    if (symbol != NULL && strlen(symbol) + 20 <= capacity)
        snprintf(text, capacity, "%s+0x%" PRIx64, symbol, offset + 1);
    else
        snprintf(text, capacity, "%.*s+0x%" PRIx64, (int)capacity - 20,
                 module != SIZE_MAX ? base_name(names->modules[module].path) : "at", address);
}

/* Replaces characters that a name may not have. */
static void make_valid(char *text)
{
    for (char *p = text; *p != '\0'; p++)
        if ((unsigned char)*p <= ' ' || *p == 127 || *p == '/' || (p == text && *p == '.'))
            *p = '_';
}

/* NULL: no memory. */
static const struct place *find_place(struct capture_names *names, uint64_t frame)
{
    uint64_t address;
    size_t module = locate(names, frame, &address);
    for (size_t i = 0; i < names->place_count; i++)
        if (names->places[i].module == module && names->places[i].address == address)
            return &names->places[i];
    struct place place = {.module = module, .address = address};
    describe(names, module, address, place.text, SYMBOL_MAX);
    make_valid(place.text);
    for (size_t i = 0; i < names->place_count; i++)
        place.twins += strcmp(names->places[i].text, place.text) == 0;
    struct place *places = grow(names, names->places, names->place_count, &names->place_room,
                                sizeof *places);
    if (places == NULL)
        return NULL;
    names->places = places;
    places[names->place_count] = place;
    return &places[names->place_count++];
}

int capture_name(struct capture_names *names, const uint64_t frames[LPI_CAPTURE_FRAMES],
                 uint32_t image, uint32_t number, char *name, size_t capacity)
{
    const struct place *place = find_place(names, frames[0]);
    char before[16] = "", twin[16] = "";
    if (place == NULL)
        return names->fault->code;
    if (image > names->first)
        snprintf(before, sizeof before, "%" PRIu32 ".", image - names->first + 1);
    if (place->twins > 0)
        snprintf(twin, sizeof twin, "~%u", place->twins + 1);
    snprintf(name, capacity, "%s%s%s.%" PRIu32, before, place->text, twin, number);
    return 0;
}

void capture_site(struct capture_names *names, const uint64_t frames[LPI_CAPTURE_FRAMES],
                  char site[CAPTURE_SITE_MAX])
{
    size_t at = 0;
    site[0] = '\0';
    for (unsigned i = 0; i < LPI_CAPTURE_FRAMES && frames[i] != 0; i++) {
        char text[200];
        uint64_t address;
        size_t module = locate(names, frames[i], &address);
        describe(names, module, address, text, sizeof text);
        int n = snprintf(site + at, CAPTURE_SITE_MAX - at, "%s%s (%.40s)", i > 0 ? " < " : "", text,
                         module != SIZE_MAX ? base_name(names->modules[module].path) : "?");
        if (n < 0 || (size_t)n >= CAPTURE_SITE_MAX - at) {
            site[at] = '\0';
            return;
        }
        at += (size_t)n;
    }
}
