/* SPDX-License-Identifier: Apache-2.0 */
/* The graph of Debian packages in a list of apt or dpkg. */
#include "graph.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct text {
    const char *at;
    size_t bytes;
};

struct packages {
    struct text *name, *needs; /* needs: two fields each, Depends and Pre-Depends */
    uint32_t count, room;
    uint32_t *slot; /* by hash of the name; UINT32_MAX: free */
    uint32_t slots; /* a power of two */
};

static _Noreturn void fail(const char *path, const char *why)
{
    fprintf(stderr, "huvm-programs: %s: %s\n", path, why);
    exit(2);
}

static void *need(void *pointer)
{
    if (pointer == NULL)
        fail("debian", "no memory");
    return pointer;
}

/* The whole file, as it is or out of gzip. */
static struct text read_all(const char *path)
{
    size_t room = 1 << 20, used = 0;
    char *bytes = need(malloc(room));
    gzFile file = gzopen(path, "rb");
    int n, error;
    if (file == NULL)
        fail(path, "cannot be read");
    while ((n = gzread(file, bytes + used,
                       (unsigned)(room - used > 1u << 30 ? 1u << 30 : room - used))) > 0) {
        used += (size_t)n;
        if (used == room)
            bytes = need(realloc(bytes, room *= 2));
    }
    gzerror(file, &error);
    if (gzclose(file) != Z_OK || n < 0 || error != Z_OK)
        fail(path, "cannot be read, or its gzip is cut or corrupt");
    return (struct text){bytes, used};
}

static uint32_t hash_of(struct text t)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < t.bytes; i++)
        hash = (hash ^ (uint8_t)t.at[i]) * 16777619u;
    return hash;
}

/* The slot of the name, or the slot for it. */
static uint32_t *slot_of(const struct packages *p, struct text name)
{
    uint32_t i = hash_of(name);
    for (;; i++) {
        uint32_t *slot = &p->slot[i & (p->slots - 1)];
        if (*slot == UINT32_MAX)
            return slot;
        const struct text *there = &p->name[*slot];
        if (there->bytes == name.bytes && memcmp(there->at, name.at, name.bytes) == 0)
            return slot;
    }
}

/* Twice the slots, and all names in them. */
static void grow(struct packages *p)
{
    p->room = p->room > 0 ? 2 * p->room : 1024;
    p->slots = 2 * p->room;
    p->name = need(realloc(p->name, p->room * sizeof *p->name));
    p->needs = need(realloc(p->needs, 2 * (size_t)p->room * sizeof *p->needs));
    p->slot = need(realloc(p->slot, p->slots * sizeof *p->slot));
    memset(p->slot, 0xff, p->slots * sizeof *p->slot);
    for (uint32_t i = 0; i < p->count; i++)
        *slot_of(p, p->name[i]) = i;
}

/* The first stanza of a package is used. */
static bool add_package(struct packages *p, struct text name)
{
    if (p->count == p->room)
        grow(p);
    uint32_t *slot = slot_of(p, name);
    if (*slot != UINT32_MAX)
        return false;
    *slot = p->count;
    p->name[p->count] = name;
    p->needs[2 * p->count] = p->needs[2 * p->count + 1] = (struct text){name.at, 0};
    p->count++;
    return true;
}

static bool has_key(struct text line, const char *key, struct text *value)
{
    size_t n = strlen(key);
    if (line.bytes < n || memcmp(line.at, key, n) != 0)
        return false;
    while (n < line.bytes && line.at[n] == ' ')
        n++;
    *value = (struct text){line.at + n, line.bytes - n};
    return true;
}

static void read_stanzas(struct text all, struct packages *p)
{
    bool fresh = false; /* the stanza is used */
    for (size_t at = 0; at < all.bytes;) {
        const char *end = memchr(all.at + at, '\n', all.bytes - at);
        size_t n = end != NULL ? (size_t)(end - all.at) - at : all.bytes - at;
        struct text line = {all.at + at, n}, value;
        if (has_key(line, "Package:", &value))
            fresh = value.bytes > 0 && add_package(p, value);
        else if (fresh && has_key(line, "Depends:", &value))
            p->needs[2 * (p->count - 1)] = value;
        else if (fresh && has_key(line, "Pre-Depends:", &value))
            p->needs[2 * (p->count - 1) + 1] = value;
        at += n + 1;
    }
}

static bool is_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '+' ||
           c == '-' || c == '.';
}

/* The next name of a list of dependencies, after commas, bars and versions. */
static bool next_name(struct text *list, struct text *name)
{
    size_t i = 0;
    while (i < list->bytes && !is_of_name(list->at[i]))
        i++;
    size_t begin = i;
    while (i < list->bytes && is_of_name(list->at[i]))
        i++;
    *name = (struct text){list->at + begin, i - begin};
    while (i < list->bytes && list->at[i] != ',' && list->at[i] != '|')
        i++;
    *list = (struct text){list->at + i, list->bytes - i};
    return name->bytes > 0;
}

struct edges {
    uint32_t *from, *to;
    size_t count, room;
};

static void add_edge(struct edges *e, uint32_t from, uint32_t to)
{
    if (e->count == e->room) {
        e->room = e->room > 0 ? 2 * e->room : 4096;
        e->from = need(realloc(e->from, e->room * sizeof *e->from));
        e->to = need(realloc(e->to, e->room * sizeof *e->to));
    }
    e->from[e->count] = from;
    e->to[e->count++] = to;
}

/* Each package that one depends on once; names of unknown packages are left out. */
static void join(const struct packages *p, struct edges *e)
{
    uint32_t *seen = need(malloc(p->count * sizeof *seen));
    memset(seen, 0xff, p->count * sizeof *seen);
    for (uint32_t i = 0; i < 2 * p->count; i++) {
        struct text list = p->needs[i], name;
        while (next_name(&list, &name)) {
            uint32_t to = *slot_of(p, name);
            if (to == UINT32_MAX || to == i / 2 || seen[to] == i / 2)
                continue;
            seen[to] = i / 2;
            add_edge(e, i / 2, to);
        }
    }
    free(seen);
}

void graph_debian(struct graph *g, const char *path)
{
    struct packages p = {0};
    struct edges e = {0};
    struct text all = read_all(path);
    read_stanzas(all, &p);
    if (p.count > 0)
        join(&p, &e);
    if (e.count == 0)
        fail(path, "names no package that depends on another of its own");
    g->vertices = p.count;
    graph_build(g, e.from, e.to, e.count);
    free(e.from);
    free(e.to);
    free(p.name);
    free(p.needs);
    free(p.slot);
    free((void *)(uintptr_t)all.at);
}
