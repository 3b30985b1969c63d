/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* fts */
#include "jobs.h"
#include "fail.h"
#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct search {
    const struct cli_options *options;
    const char *add, *strip;
    struct cli_jobs *jobs;
    size_t room;
};

static char *copy(const char *text, size_t length)
{
    char *own = cli_alloc(length + 1);
    memcpy(own, text, length);
    own[length] = '\0';
    return own;
}

static void add_job(struct search *s, char *in, char *out)
{
    struct cli_jobs *jobs = s->jobs;
    if (jobs->count == s->room) {
        s->room = s->room == 0 ? 16 : 2 * s->room;
        struct cli_job *list = realloc(jobs->list, s->room * sizeof *list);
        if (list == NULL)
            cli_fail("no memory for %zu names", s->room);
        jobs->list = list;
    }
    jobs->list[jobs->count++] = (struct cli_job){in, out};
}

/* Where the file goes; `name` is what follows the folder. NULL: it has not the suffix. */
static char *output_of(const struct search *s, const char *name)
{
    size_t length = strlen(name), cut = s->strip != NULL ? strlen(s->strip) : 0;
    const char *add = s->add != NULL ? s->add : "";
    if (length <= cut || strcmp(name + length - cut, s->strip != NULL ? s->strip : "") != 0)
        return NULL;
    size_t bytes = strlen(s->options->folder) + 1 + length - cut + strlen(add) + 1;
    char *out = cli_alloc(bytes);
    snprintf(out, bytes, "%s/%.*s%s", s->options->folder, (int)(length - cut), name, add);
    return out;
}

static void add_file(struct search *s, const char *path, const char *name)
{
    char *out = s->options->folder != NULL ? output_of(s, name) : NULL;
    if (s->options->folder != NULL && out == NULL) {
        cli_complain("%s: its name does not end in %s", path, s->strip);
        s->jobs->bad = 1;
        return;
    }
    add_job(s, copy(path, strlen(path)), out);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void visit(struct search *s, const FTSENT *entry, size_t prefix)
{
    switch (entry->fts_info) {
    case FTS_D:
    case FTS_DP:
        break;
    case FTS_DNR:
    case FTS_ERR:
    case FTS_NS:
        cli_complain("%s: %s", entry->fts_path, strerror(entry->fts_errno));
        s->jobs->bad = 1;
        break;
    case FTS_F:
        add_file(s, entry->fts_path, entry->fts_path + prefix);
        break;
    default:
        if (entry->fts_level == 0)
            add_file(s, entry->fts_path, entry->fts_path + prefix);
        else
            cli_complain("%s: is no regular file and is left out", entry->fts_path);
    }
}

/* A folder's files keep its own name and their places in it. */
static void add_operand(struct search *s, char *path)
{
    struct stat st;
    size_t length = strlen(path);
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        while (length > 1 && path[length - 1] == '/')
            path[--length] = '\0';
    const char *slash = strrchr(path, '/');
    size_t prefix = slash != NULL && slash[1] != '\0' ? (size_t)(slash - path) + 1 : 0;
    char *operands[] = {path, NULL};
    FTS *tree = fts_open(operands, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name);
    if (tree == NULL)
        cli_fail("%s: %s", path, strerror(errno));
    size_t before = s->jobs->count;
    int folder = 0;
    for (const FTSENT *entry; (entry = fts_read(tree)) != NULL;) {
        folder |= entry->fts_level == 0 && entry->fts_info == FTS_D;
        visit(s, entry, prefix);
    }
    fts_close(tree);
    if (folder && s->jobs->count == before) {
        cli_complain("%s: there is no file to take in this folder", path);
        s->jobs->bad = 1;
    }
}

static void add_operands(struct search *s)
{
    for (int f = 0; f < s->options->file_count; f++)
        if (strcmp(s->options->files[f], "-") == 0 && s->options->folder == NULL)
            add_file(s, "-", "-");
        else
            add_operand(s, s->options->files[f]);
}

static int by_output(const void *a, const void *b)
{
    const struct cli_job *const *left = a, *const *right = b;
    return strcmp((*left)->out, (*right)->out);
}

static void refuse_same_outputs(const struct cli_jobs *jobs)
{
    const struct cli_job **sorted = cli_alloc((jobs->count + 1) * sizeof *sorted);
    for (size_t i = 0; i < jobs->count; i++)
        sorted[i] = &jobs->list[i];
    qsort(sorted, jobs->count, sizeof *sorted, by_output);
    for (size_t i = 1; i < jobs->count; i++)
        if (strcmp(sorted[i - 1]->out, sorted[i]->out) == 0)
            cli_fail("%s and %s would both become %s", sorted[i - 1]->in, sorted[i]->in,
                     sorted[i]->out);
    free(sorted);
}

static void check_operands(const char *command, const struct cli_options *o, int reads_only)
{
    int ways = (o->folder != NULL) + o->to_stdout + o->test + o->list;
    if (ways > 1)
        cli_fail("%s: only one of -c, -o, --test and --list can be given", command);
    if (o->to_stdout && o->file_count != 1)
        cli_fail("%s: -c takes one IN; try 'linepress %s --help'", command, command);
    if ((o->folder != NULL || reads_only) && o->file_count == 0)
        cli_fail("%s: no file given; try 'linepress %s --help'", command, command);
    if (ways == 0 && o->file_count != 2)
        cli_fail("%s: takes IN and OUT; try 'linepress %s --help'", command, command);
    if (o->folder != NULL && *o->folder == '\0')
        cli_fail("the name of the output folder is empty");
}

void cli_jobs_find(const char *command, const struct cli_options *o, const char *add,
                   const char *strip, struct cli_jobs *jobs)
{
    int reads_only = o->test || o->list;
    struct search s = {.options = o, .add = add, .strip = strip, .jobs = jobs};
    check_operands(command, o, reads_only);
    *jobs = (struct cli_jobs){.many = o->folder != NULL || reads_only};
    if (!jobs->many) {
        const char *out = o->to_stdout ? "-" : o->files[1];
        add_job(&s, copy(o->files[0], strlen(o->files[0])), copy(out, strlen(out)));
        return;
    }
    add_operands(&s);
    if (o->folder != NULL)
        refuse_same_outputs(jobs);
}

void cli_jobs_read(const char *command, const struct cli_options *o, struct cli_jobs *jobs)
{
    struct search s = {.options = o, .jobs = jobs};
    *jobs = (struct cli_jobs){.many = 1};
    if (o->file_count == 0)
        cli_fail("%s: no file given; try 'linepress %s --help'", command, command);
    add_operands(&s);
}

void cli_jobs_free(struct cli_jobs *jobs)
{
    for (size_t i = 0; i < jobs->count; i++) {
        free(jobs->list[i].in);
        free(jobs->list[i].out);
    }
    free(jobs->list);
}

void cli_jobs_make_folders(const char *out)
{
    char *path = copy(out, strlen(out));
    for (char *p = path + 1; *p != '\0'; p++) {
        if (*p != '/')
            continue;
        *p = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            cli_fail("%s: %s", path, strerror(errno));
        *p = '/';
    }
    free(path);
}
