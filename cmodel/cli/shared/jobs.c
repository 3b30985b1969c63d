/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "jobs.h"
#include "fail.h"
#include "output.h"
#include "place.h"
#include "walk.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct search {
    const struct cli_options *options;
    const char *add, *strip;
    struct cli_jobs *jobs;
    size_t room;
    bool has_folder; /* the folder of -o exists */
    struct stat folder;
    size_t prefix; /* length of an operand in front of its own name */
    bool is_folder;
};

static char *copy(const char *text, size_t length)
{
    char *own = cli_alloc(length + 1);
    memcpy(own, text, length);
    own[length] = '\0';
    return own;
}

static void add_job(struct search *s, struct cli_job job)
{
    struct cli_jobs *jobs = s->jobs;
    if (jobs->count == s->room) {
        s->room = s->room == 0 ? 16 : 2 * s->room;
        jobs->list = cli_resize(jobs->list, s->room * sizeof *jobs->list);
    }
    jobs->list[jobs->count++] = job;
}

/* "FILE:TENSOR", or the file's own name. */
static char *job_name(const char *path, const struct lpi_tensor *tensor)
{
    if (tensor == NULL)
        return copy(path, strlen(path));
    size_t bytes = strlen(path) + strlen(tensor->name) + 2;
    char *name = cli_alloc(bytes);
    snprintf(name, bytes, "%s:%s", path, tensor->name);
    return name;
}

static void add_one(struct search *s, const char *path, const char *name,
                    const struct lpi_tensor *tensor)
{
    const char *folder = s->options->folder;
    struct cli_job job = {.folder = folder, .tensor = tensor};
    char *below = folder != NULL ? cli_place_below(path, name, s->strip, s->add) : NULL;
    if (folder != NULL && below == NULL) {
        cli_complain("%s: its name does not end in %s", path, s->strip);
        s->jobs->bad = 1;
        return;
    }
    if (folder != NULL) {
        size_t before = strlen(folder) + 1, bytes = before + strlen(below) + 1;
        job.out = cli_alloc(bytes);
        snprintf(job.out, bytes, "%s/%s", folder, below);
        job.below = job.out + before;
        free(below);
    }
    job.in = copy(path, strlen(path));
    job.name = job_name(path, tensor);
    add_job(s, job);
}

/* NULL: the file is none of tensors, or a bad one, which is reported. */
static const struct lpi_tensors *open_set(struct search *s, const char *path)
{
    struct lpi_fault fault = {0};
    struct lpi_tensors *set = NULL;
    struct cli_jobs *jobs = s->jobs;
    if (lpi_tensors_open(path, &set, &fault) != 0) {
        cli_complain("%s", fault.why);
        jobs->bad = 1;
        return NULL;
    }
    jobs->sets = cli_resize(jobs->sets, (jobs->set_count + 1) * sizeof *jobs->sets);
    return jobs->sets[jobs->set_count++] = set;
}

/* In the folder of the outputs, a tensor's path is its file's and its own name. */
static void add_tensor(struct search *s, const char *path, const char *name,
                       const struct lpi_tensor *tensor)
{
    size_t bytes = strlen(name) + strlen(tensor->name) + sizeof "/.npy";
    char *both = cli_alloc(bytes);
    snprintf(both, bytes, "%s/%s%s", name, tensor->name, tensor->part.is_npy ? ".npy" : "");
    add_one(s, path, both, tensor);
    free(both);
}

static void add_set(struct search *s, const char *path, const char *name)
{
    const struct lpi_tensors *set = open_set(s, path);
    if (set != NULL && set->count == 0) {
        cli_complain("%s: there is no tensor in it", path);
        s->jobs->bad = 1;
    }
    for (size_t i = 0; set != NULL && i < set->count; i++)
        if (lpi_tensor_wanted(set->list[i].name, s->options->tensor))
            add_tensor(s, path, name, &set->list[i]);
}

static enum lpi_look look_at(const struct cli_options *o, const char *path)
{
    return o->sets && strcmp(path, "-") != 0 ? lpi_tensors_look(path) : LPI_LOOK_PLAIN;
}

static void add_file(struct search *s, const char *path, const char *name)
{
    enum lpi_look look = look_at(s->options, path);
    if (look == LPI_LOOK_INDEX && s->is_folder)
        cli_complain("%s: is left out, since its files are taken one by one", path);
    else if (look != LPI_LOOK_PLAIN)
        add_set(s, path, name);
    else if (s->options->tensor == NULL)
        add_one(s, path, name, NULL);
    else if (!s->is_folder) {
        cli_complain("%s: is no file of tensors, which --tensor needs", path);
        s->jobs->bad = 1;
    }
}

static void take_file(void *context, const char *path)
{
    struct search *s = context;
    add_file(s, path, path + s->prefix);
}

/* Skips the folder of the outputs. */
static bool enter(void *context, const char *path, const struct stat *st, unsigned level)
{
    struct search *s = context;
    s->is_folder = true;
    if (!s->has_folder || st->st_dev != s->folder.st_dev || st->st_ino != s->folder.st_ino)
        return true;
    if (level == 0)
        cli_fail("%s: is the output folder itself", path);
    cli_complain("%s: is the output folder and is left out", path);
    return false;
}

/* Files in a folder keep the folder's name and their path in it. */
static void add_operand(struct search *s, char *path)
{
    struct stat st;
    size_t length = strlen(path);
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        while (length > 1 && path[length - 1] == '/')
            path[--length] = '\0';
    const char *slash = strrchr(path, '/');
    s->prefix = slash != NULL && slash[1] != '\0' ? (size_t)(slash - path) + 1 : 0;
    s->is_folder = false;
    if (s->options->folder != NULL)
        free(cli_place_below(path, path + s->prefix, NULL, NULL));
    struct cli_walk walk = {.file = take_file, .enter = enter, .context = s};
    size_t before = s->jobs->count;
    cli_walk(&walk, path);
    s->jobs->bad |= walk.bad;
    if (s->is_folder && s->jobs->count == before && !walk.bad) {
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

/* ---- conflicting outputs ---- */

static int by_output(const void *a, const void *b)
{
    const struct cli_job *const *left = a, *const *right = b;
    return strcmp((*left)->out, (*right)->out);
}

/* Fails if an output would have to be a parent folder of this one. */
static void refuse_as_folder(const struct cli_job *job, const struct cli_job **sorted, size_t count)
{
    struct cli_job folder = {.out = copy(job->out, strlen(job->out))};
    const struct cli_job *key = &folder, **found;
    for (char *slash; (slash = strrchr(folder.out, '/')) != NULL;) {
        *slash = '\0';
        found = bsearch(&key, sorted, count, sizeof *sorted, by_output);
        if (found != NULL)
            cli_fail("%s would become %s, and %s a file in it", (*found)->in, (*found)->out,
                     job->in);
    }
    free(folder.out);
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
    for (size_t i = 0; i < jobs->count; i++)
        refuse_as_folder(&jobs->list[i], sorted, jobs->count);
    free(sorted);
}

/* Identifies a file independently of its name. */
struct identity {
    dev_t device;
    ino_t number;
    const struct cli_job *job;
};

static int by_identity(const void *a, const void *b)
{
    const struct identity *left = a, *right = b;
    if (left->device != right->device)
        return left->device < right->device ? -1 : 1;
    return left->number < right->number ? -1 : left->number > right->number;
}

/* A job must not read a file that another job of the same call writes. */
static void refuse_inputs_as_outputs(const struct cli_jobs *jobs)
{
    struct identity *inputs = cli_alloc((jobs->count + 1) * sizeof *inputs);
    struct stat st;
    size_t count = 0;
    for (size_t i = 0; i < jobs->count; i++)
        if (stat(jobs->list[i].in, &st) == 0)
            inputs[count++] = (struct identity){st.st_dev, st.st_ino, &jobs->list[i]};
    qsort(inputs, count, sizeof *inputs, by_identity);
    for (size_t i = 0; i < jobs->count; i++) {
        if (lstat(jobs->list[i].out, &st) != 0)
            continue;
        struct identity key = {st.st_dev, st.st_ino, NULL};
        const struct identity *found = bsearch(&key, inputs, count, sizeof *inputs, by_identity);
        if (found != NULL && found->job != &jobs->list[i])
            cli_fail("%s would replace %s, which is an input too", jobs->list[i].in,
                     found->job->in);
    }
    free(inputs);
}

/* ---- the command's operands ---- */

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

/* A file of tensors has one output only if one tensor is asked for. */
static void add_pair(struct search *s, const char *in, const char *out)
{
    struct cli_job job = {.in = copy(in, strlen(in)), .out = copy(out, strlen(out))};
    size_t found = 0;
    if (look_at(s->options, in) != LPI_LOOK_PLAIN) {
        const struct lpi_tensors *set = open_set(s, in);
        for (size_t i = 0; set != NULL && i < set->count; i++)
            if (lpi_tensor_wanted(set->list[i].name, s->options->tensor)) {
                job.tensor = &set->list[i];
                found++;
            }
        if (set == NULL)
            exit(EXIT_BAD);
        if (found != 1 || s->options->tensor == NULL)
            cli_fail("%s: is a file of tensors: --tensor takes one (%zu match), -o DIR each, and "
                     "--raw the file as bytes",
                     in, found);
    } else if (s->options->tensor != NULL)
        cli_fail("%s: is no file of tensors, which --tensor needs", in);
    job.name = job_name(in, job.tensor);
    add_job(s, job);
}

static void check_found(const char *command, const struct cli_options *o,
                        const struct cli_jobs *jobs)
{
    if (o->tensor != NULL && jobs->count == 0 && !jobs->bad)
        cli_fail("%s: no tensor's name matches '%s'", command, o->tensor);
}

void cli_jobs_find(const char *command, const struct cli_options *o, const char *add,
                   const char *strip, struct cli_jobs *jobs)
{
    int reads_only = o->test || o->list;
    struct search s = {.options = o, .add = add, .strip = strip, .jobs = jobs};
    check_operands(command, o, reads_only);
    *jobs = (struct cli_jobs){.many = o->folder != NULL || reads_only};
    if (!jobs->many) {
        add_pair(&s, o->files[0], o->to_stdout ? "-" : o->files[1]);
        return;
    }
    s.has_folder = o->folder != NULL && stat(o->folder, &s.folder) == 0;
    add_operands(&s);
    check_found(command, o, jobs);
    if (o->folder == NULL)
        return;
    refuse_same_outputs(jobs);
    refuse_inputs_as_outputs(jobs);
}

void cli_jobs_read(const char *command, const struct cli_options *o, struct cli_jobs *jobs)
{
    struct search s = {.options = o, .jobs = jobs};
    *jobs = (struct cli_jobs){.many = 1};
    if (o->file_count == 0)
        cli_fail("%s: no file given; try 'linepress %s --help'", command, command);
    add_operands(&s);
    check_found(command, o, jobs);
}

void cli_jobs_files(const char *command, const struct cli_options *o, struct cli_jobs *jobs)
{
    struct search s = {.options = o, .jobs = jobs};
    *jobs = (struct cli_jobs){.many = 1};
    for (int f = 0; f < o->file_count; f++)
        add_file(&s, o->files[f], o->files[f]);
    check_found(command, o, jobs);
}

void cli_jobs_free(struct cli_jobs *jobs)
{
    for (size_t i = 0; i < jobs->count; i++) {
        free(jobs->list[i].in);
        free(jobs->list[i].out);
        free(jobs->list[i].name);
    }
    for (size_t i = 0; i < jobs->set_count; i++)
        lpi_tensors_close(jobs->sets[i]);
    free(jobs->sets);
    free(jobs->list);
}

void cli_job_open_output(const struct cli_job *job, int force)
{
    if (job->folder != NULL)
        cli_output_open_below(job->folder, job->below, job->out, force);
    else
        cli_output_open(job->out, force);
}
