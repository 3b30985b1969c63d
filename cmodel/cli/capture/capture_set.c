/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a snapshot set (format.md, "Snapshot sets") of the pictures that were chosen. */
#define _POSIX_C_SOURCE 200809L
#include "capture_index.h"
#include "capture_job.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include <errno.h>
#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SLOT UINT64_C(65536) /* of a buffer whose address nobody tells */

struct allocation {
    char name[LPI_SET_NAME_MAX + 1];
    char *site;
    uint64_t address, bytes;
    unsigned point; /* the first at which it is there */
};

struct allocations {
    struct allocation *list;
    size_t count, room;
};

static void add(struct allocations *all, struct capture_names *names,
                const struct capture_block *block, unsigned point)
{
    char site[CAPTURE_SITE_MAX];
    if (all->count == all->room) {
        all->room = all->room > 0 ? 2 * all->room : 256;
        all->list = realloc(all->list, all->room * sizeof *all->list);
        if (all->list == NULL)
            cli_fail("capture: no memory for the set");
    }
    struct allocation *allocation = &all->list[all->count++];
    strcpy(allocation->name, block->name);
    capture_site(names, block->entry.frames, site);
    allocation->site = cli_alloc(strlen(site) + 1);
    strcpy(allocation->site, site);
    allocation->address = block->entry.address;
    allocation->bytes = block->entry.bytes;
    allocation->point = point;
}

static int by_name(const void *a, const void *b)
{
    const struct allocation *left = a, *right = b;
    int side = strcmp(left->name, right->name);
    if (side != 0)
        return side;
    return left->point < right->point ? -1 : left->point > right->point;
}

static int by_address(const void *a, const void *b)
{
    const struct allocation *left = a, *right = b;
    if (left->address != right->address)
        return left->address < right->address ? -1 : 1;
    return strcmp(left->name, right->name);
}

/* One of each name: the first point's, with the most bytes. */
static void merge(struct allocations *all)
{
    size_t kept = 0;
    qsort(all->list, all->count, sizeof *all->list, by_name);
    for (size_t i = 0; i < all->count; i++) {
        struct allocation *last = kept > 0 ? &all->list[kept - 1] : NULL;
        if (last == NULL || strcmp(last->name, all->list[i].name) != 0) {
            all->list[kept++] = all->list[i];
            continue;
        }
        if (last->bytes < all->list[i].bytes)
            last->bytes = all->list[i].bytes;
        free(all->list[i].site);
    }
    all->count = kept;
    qsort(all->list, all->count, sizeof *all->list, by_address);
}

/* OpenCL tells no addresses: buffers follow each other as they were made. */
static void lay_out(struct allocations *all)
{
    uint64_t at = SLOT;
    for (size_t i = 0; i < all->count; i++) {
        all->list[i].address = at;
        at += (all->list[i].bytes + SLOT - 1) / SLOT * SLOT;
    }
}

static void picture_folder(const struct capture_job *job, unsigned point,
                           char path[PATH_MAX + 256])
{
    char number[24];
    snprintf(number, sizeof number, "%u", job->chosen[point]);
    capture_path(path, job->control->folder, number);
}

/* What a process was before its first picture, such as a shell's script, has no part in names. */
static void find_first_image(const struct capture_job *job, struct capture_names *names)
{
    char folder[PATH_MAX + 256];
    uint32_t first = UINT32_MAX;
    for (unsigned p = 0; p < job->options->points; p++) {
        picture_folder(job, p, folder);
        uint32_t image = capture_index_image(folder);
        if (image > 0 && image < first)
            first = image;
    }
    capture_names_first(names, first);
}

static void read_point(struct capture_job *job, struct allocations *all,
                       struct capture_names *names, unsigned point)
{
    char from[PATH_MAX + 256], to[PATH_MAX + 256], number[24];
    struct capture_index index;
    picture_folder(job, point, from);
    capture_index_open(names, from, &index);
    if (index.count == 0)
        cli_fail("capture: no block of %" PRIu64 " bytes or more is live at point %u: ask for "
                 "a smaller --min", job->options->least, point + 1);
    snprintf(number, sizeof number, "%u", point + 1);
    capture_path(to, job->temporary, number);
    if (mkdir(to, 0700) != 0)
        cli_fail("%s: %s", to, strerror(errno));
    capture_index_rename(&index, from, to);
    for (size_t i = 0; i < index.count; i++)
        add(all, names, &index.blocks[i], point);
    capture_index_close(&index);
}

static double fraction(const struct capture_job *job, unsigned point)
{
    const struct lpi_capture_picture *picture = &job->control->pictures[job->chosen[point]];
    double whole = (double)job->run.boundaries, part = (double)picture->boundaries;
    if (job->control->pass == LPI_CAPTURE_TIMED) {
        whole = (double)job->run.time;
        part = (double)picture->time;
    }
    return part < whole ? part / whole : 1;
}

static void describe(struct capture_job *job, const struct allocations *all)
{
    json_t *points = json_array(), *allocations = json_array();
    for (unsigned p = 0; p < job->options->points; p++) {
        char name[24];
        snprintf(name, sizeof name, "%u", p + 1);
        json_array_append_new(points, json_pack("{s:s, s:f}", "point", name, "fraction",
                                                fraction(job, p)));
    }
    for (size_t i = 0; i < all->count; i++) {
        char address[24];
        snprintf(address, sizeof address, "0x%" PRIx64, all->list[i].address);
        json_array_append_new(allocations,
                              json_pack("{s:o, s:s, s:o}", "name",
                                        lpi_json_text(all->list[i].name), "address", address,
                                        "site", lpi_json_text(all->list[i].site)));
    }
    capture_write_json(job, "snapshots.json",
                       json_pack("{s:i, s:o, s:o}", "linepress_snapshots", 1, "points", points,
                                 "allocations", allocations));
}

/* What is left of the pictures goes; what remains must be a set. */
static void check_set(const struct capture_job *job)
{
    char path[PATH_MAX + 16], *operands[] = {path};
    struct lpi_set *set;
    struct lpi_fault fault;
    snprintf(path, sizeof path, "%s", job->temporary);
    if (lpi_set_open(operands, 1, NULL, &set, &fault) != LP_OK)
        cli_fail("%s: %s", job->options->folder, fault.why);
    lpi_set_close(set);
}

static void check_size(const struct capture_job *job, const struct allocations *all)
{
    if (all->count > LPI_SET_CELLS_MAX / job->options->points)
        cli_fail("capture: a set of %zu allocations at %u points is too large: ask for a larger "
                 "--min or fewer --points", all->count, job->options->points);
}

void capture_make_set(struct capture_job *job)
{
    struct allocations all = {0};
    struct capture_names *names = capture_names_open();
    find_first_image(job, names);
    for (unsigned p = 0; p < job->options->points; p++) {
        read_point(job, &all, names, p);
        capture_end_if_told();
    }
    merge(&all);
    check_size(job, &all);
    if (job->options->kind == CAPTURE_OPENCL)
        lay_out(&all);
    describe(job, &all);
    capture_write_copies(job, names);
    job->allocations = all.count;
    capture_names_close(names);
    for (size_t i = 0; i < all.count; i++)
        free(all.list[i].site);
    free(all.list);
    capture_remove_tree(job->control->folder);
    unlink(job->control_path);
    check_set(job);
}
