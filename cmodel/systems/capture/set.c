/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a snapshot set (format.md, "Snapshot sets") of the chosen snapshots. */
#define _POSIX_C_SOURCE 200809L
#include "../../lib/io/json_text.h"
#include "index.h"
#include "job.h"
#include <errno.h>
#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SLOT UINT64_C(65536) /* address step of buffers, whose addresses OpenCL does not report */

struct allocation {
    char name[LPI_SET_NAME_MAX + 1];
    char *site;
    uint64_t address, bytes;
    unsigned point; /* the first point that has it */
};

struct allocations {
    struct allocation *list;
    size_t count, room;
};

static int add(struct allocations *all, struct capture_names *names,
               const struct capture_block *block, unsigned point, struct lpi_fault *fault)
{
    char site[CAPTURE_SITE_MAX];
    if (all->count == all->room) {
        size_t room = all->room > 0 ? 2 * all->room : 256;
        struct allocation *list = realloc(all->list, room * sizeof *list);
        if (list == NULL)
            return lpi_fault_set(fault, LPI_BAD, "capture: no memory for the set");
        all->list = list;
        all->room = room;
    }
    struct allocation *allocation = &all->list[all->count];
    strcpy(allocation->name, block->name);
    capture_site(names, block->entry.frames, site);
    allocation->site = lpi_fault_alloc(fault, strlen(site) + 1);
    if (allocation->site == NULL)
        return fault->code;
    strcpy(allocation->site, site);
    allocation->address = block->entry.address;
    allocation->bytes = block->entry.bytes;
    allocation->point = point;
    all->count++;
    return 0;
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

/* Keeps one allocation of each name: the first point's, with the largest size. */
static void merge(struct allocations *all)
{
    size_t kept = 0;
    if (all->count == 0) /* the list is NULL then, which qsort must not get */
        return;
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

/* OpenCL reports no addresses: buffers are placed one after another in order of creation. */
static void lay_out(struct allocations *all)
{
    uint64_t at = SLOT;
    for (size_t i = 0; i < all->count; i++) {
        all->list[i].address = at;
        at += (all->list[i].bytes + SLOT - 1) / SLOT * SLOT;
    }
}

static int snapshot_folder(const struct capture_job *job, unsigned point, char path[PATH_MAX + 256])
{
    char number[24];
    snprintf(number, sizeof number, "%u", job->chosen[point]);
    return capture_path(path, job->control->folder, number, job->fault);
}

/* Images executed before the first snapshot, such as a shell script, do not count in names. */
static int find_first_image(const struct capture_job *job, struct capture_names *names)
{
    char folder[PATH_MAX + 256];
    uint32_t first = UINT32_MAX;
    for (unsigned p = 0; p < job->options->points; p++) {
        uint32_t image;
        if (snapshot_folder(job, p, folder) != 0 ||
            capture_index_image(folder, &image, job->fault) != 0)
            return job->fault->code;
        if (image > 0 && image < first)
            first = image;
    }
    capture_names_first(names, first);
    return 0;
}

/* Moves the point's files to a folder of its own. */
static int move_point(const struct capture_job *job, const struct capture_index *index,
                      const char *from, unsigned point)
{
    char to[PATH_MAX + 256], number[24];
    snprintf(number, sizeof number, "%u", point + 1);
    if (capture_path(to, job->place.temporary, number, job->fault) != 0)
        return job->fault->code;
    if (mkdir(to, 0700) != 0)
        return lpi_fault_set(job->fault, LPI_BAD, "%s: %s", to, strerror(errno));
    return capture_index_rename(index, from, to, job->fault);
}

static int read_point(struct capture_job *job, struct allocations *all, struct capture_names *names,
                      unsigned point)
{
    char from[PATH_MAX + 256];
    struct capture_index index;
    int code = snapshot_folder(job, point, from);
    if (code != 0 || (code = capture_index_open(names, from, &index, job->fault)) != 0)
        return code;
    if (index.count == 0)
        code = lpi_fault_set(job->fault, LPI_BAD,
                             "capture: no block of %" PRIu64 " bytes or more is live at point %u: "
                             "ask for a smaller --min",
                             job->options->least, point + 1);
    if (code == 0)
        code = move_point(job, &index, from, point);
    for (size_t i = 0; code == 0 && i < index.count; i++)
        code = add(all, names, &index.blocks[i], point, job->fault);
    capture_index_close(&index);
    return code;
}

static double fraction(const struct capture_job *job, unsigned point)
{
    const struct lpi_capture_snapshot *snapshot = &job->control->snapshots[job->chosen[point]];
    double whole = (double)job->run.boundaries, part = (double)snapshot->boundaries;
    if (job->control->pass == LPI_CAPTURE_TIMED) {
        whole = (double)job->run.time;
        part = (double)snapshot->time;
    }
    return part < whole ? part / whole : 1;
}

static int describe(struct capture_job *job, const struct allocations *all)
{
    json_t *points = json_array(), *allocations = json_array();
    for (unsigned p = 0; p < job->options->points; p++) {
        char name[24];
        snprintf(name, sizeof name, "%u", p + 1);
        json_array_append_new(points,
                              json_pack("{s:s, s:f}", "point", name, "fraction", fraction(job, p)));
    }
    for (size_t i = 0; i < all->count; i++) {
        char address[24];
        snprintf(address, sizeof address, "0x%" PRIx64, all->list[i].address);
        json_array_append_new(
            allocations, json_pack("{s:o, s:s, s:o}", "name", lpi_json_text(all->list[i].name),
                                   "address", address, "site", lpi_json_text(all->list[i].site)));
    }
    return capture_write_json(job, "snapshots.json",
                              json_pack("{s:i, s:o, s:o}", "linepress_snapshots", 1, "points",
                                        points, "allocations", allocations));
}

/* Checks that the written folder is a valid set. */
static int check_set(const struct capture_job *job)
{
    char path[PATH_MAX + 16], *operands[] = {path};
    struct lpi_set *set;
    struct lpi_fault fault;
    snprintf(path, sizeof path, "%s", job->place.temporary);
    if (lpi_set_open(operands, 1, NULL, &set, &fault) != LP_OK)
        return lpi_fault_set(job->fault, LPI_BAD, "%.*s: %.*s", PATH_MAX, job->options->folder,
                             (int)sizeof job->fault->why - PATH_MAX - 8, fault.why);
    lpi_set_close(set);
    return 0;
}

static int check_size(const struct capture_job *job, const struct allocations *all)
{
    if (all->count <= LPI_SET_CELLS_MAX / job->options->points)
        return 0;
    return lpi_fault_set(job->fault, LPI_BAD,
                         "capture: a set of %zu allocations at %u points is too large: ask for a "
                         "larger --min or fewer --points",
                         all->count, job->options->points);
}

static int write_set(struct capture_job *job, struct capture_names *names, struct allocations *all)
{
    int code = find_first_image(job, names);
    for (unsigned p = 0; code == 0 && p < job->options->points; p++) {
        code = read_point(job, all, names, p);
        if (code == 0)
            code = capture_check_told(job);
    }
    if (code != 0)
        return code;
    merge(all);
    code = check_size(job, all);
    if (job->options->kind == CAPTURE_OPENCL)
        lay_out(all);
    if (code == 0)
        code = describe(job, all);
    return code != 0 ? code : capture_write_copies(job, names);
}

int capture_make_set(struct capture_job *job)
{
    struct allocations all = {0};
    struct capture_names *names = capture_names_open(job->fault);
    if (names == NULL)
        return job->fault->code;
    int code = write_set(job, names, &all);
    job->allocations = all.count;
    capture_names_close(names);
    for (size_t i = 0; i < all.count; i++)
        free(all.list[i].site);
    free(all.list);
    if (code != 0)
        return code;
    capture_remove_tree(job->control->folder);
    unlink(job->control_path);
    return check_set(job);
}
