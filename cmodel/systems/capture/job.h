/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of a capture. Each returns 0, or the code of job->fault. */
#ifndef LPI_CAPTURE_JOB_H
#define LPI_CAPTURE_JOB_H

#include "capture.h"

/* ---- folder.c: the set is written atomically ---- */

/* Makes the temporary folder. */
int capture_folder_open(struct capture_job *job);
/* Moves it to its final place, replacing any folder there. */
int capture_folder_finish(struct capture_job *job);
/* Removes the temporary folder. */
void capture_folder_abandon(struct capture_job *job);
void capture_remove_tree(const char *path);
/* Fails if a signal was sent to this process. */
int capture_check_told(struct capture_job *job);

/* ---- process.c ---- */

/* Runs the program once; control->pass and its parameters are set by the caller. */
int capture_run(struct capture_job *job, struct capture_run *run);

/* ---- set.c, saved_launch.c ---- */

int capture_make_set(struct capture_job *job);
int capture_make_launch(struct capture_job *job);

/* ---- report.c ---- */

/* Writes a JSON file to the temporary folder and frees the object, which may be NULL. */
int capture_write_json(const struct capture_job *job, const char *name, struct json_t *object);

#endif
