/* SPDX-License-Identifier: Apache-2.0 */
/* Creation, use and end of handles, and error messages. */
#include "dpi.h"

#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handles.h"

/* Of this thread: the last error, and the last requested message. */
static _Thread_local char error_text[LPI_DPI_TEXT], message_text[LPI_DPI_TEXT];

int lpi_dpi_fail(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(error_text, sizeof error_text, format, args);
    va_end(args);
    return -1;
}

const char *lp_dpi_error(void)
{
    return error_text;
}

int64_t lp_dpi_abi(void)
{
    return lpi_dpi_abi;
}

int lp_dpi_fits(int64_t svh, int64_t library)
{
    if (svh == library)
        return 1;
    return lpi_dpi_fail("linepress_dpi.svh has the interface %016" PRIx64
                        " and liblinepress_dpi.so has %016" PRIx64
                        ": they are not of one installation",
                        (uint64_t)svh, (uint64_t)library);
}

/* ---- creation ---- */

static void free_dpi(struct lpi_dpi *q)
{
    lp_instance_close(&q->model);
    if (q->kind != NULL)
        lpi_kit_run_close(&q->run);
    free(q->in);
    free(q->due);
    free(q->got);
    free(q->valid);
    free(q);
}

static const struct lpi_kit_unit *kind_of(const struct lp_unit *unit)
{
    for (size_t i = 0; i < lpi_kit_nunits; i++)
        if (strcmp(lpi_kit_units[i]->module, unit->name) == 0)
            return lpi_kit_units[i];
    return NULL;
}

/* Length of the prefix before "valid" in the name of a stream's valid; 0: not a valid. */
static size_t prefix_of(const struct lp_port *port)
{
    size_t length = strlen(port->name);
    bool valid = port->width == 1 && length > 5 && strcmp(port->name + length - 5, "valid") == 0;
    return valid ? length - 5 : 0;
}

/* The valid of an output's stream, as named by common/unit.h; NULL: not payload. */
static const struct lp_port *valid_of(const struct lp_unit *unit, const struct lp_port *port)
{
    const struct lp_port *valid = NULL;
    size_t longest = 0;

    for (size_t i = 0; i < unit->nports; i++) {
        size_t length = prefix_of(&unit->ports[i]);
        if (length > longest && strncmp(port->name, unit->ports[i].name, length) == 0) {
            longest = length;
            valid = &unit->ports[i];
        }
    }
    return valid == port || valid == NULL || valid->dir == LP_IN ? NULL : valid;
}

static bool open_cycle(struct lpi_dpi *q)
{
    const struct lp_unit *unit = q->unit;

    q->in = calloc(1, unit->in_size);
    q->due = calloc(1, unit->out_size);
    q->got = calloc(1, unit->out_size);
    q->valid = calloc(unit->nports, sizeof *q->valid);
    if (q->in == NULL || q->due == NULL || q->got == NULL || q->valid == NULL ||
        lp_model_open(unit, q->values, &q->model) != LP_OK)
        return false;
    for (size_t i = 0; i < unit->nports; i++)
        if (unit->ports[i].dir == LP_OUT)
            q->valid[i] = valid_of(unit, &unit->ports[i]);
    q->known = unit->reset == NULL;
    lp_instance_reset(&q->model);
    return true;
}

static bool open_kind(struct lpi_dpi *q)
{
    struct lpi_case_head head = q->run.head;

    if (q->kind == NULL || lpi_kit_run_open(&q->run, &head, q->level))
        return true;
    q->kind = NULL;
    return false;
}

static struct lpi_dpi *make(unsigned number, const char *parameters)
{
    struct lpi_dpi *q = calloc(1, sizeof *q);

    if (q == NULL) {
        lpi_dpi_fail("no memory");
        return NULL;
    }
    q->number = number;
    q->unit = lp_unit_at(number);
    const struct lpi_kit_unit *kind = kind_of(q->unit);
    q->run.head.unit = kind;
    q->run.head.seed = 1;
    q->level = 1;
    if (kind == NULL)
        snprintf(q->why_none, sizeof q->why_none, "%s has cycles alone", q->unit->name);
    if (lpi_dpi_parameters(q, parameters)) {
        q->kind = q->why_none[0] != '\0' ? NULL : kind;
        bool ready = open_kind(q) && open_cycle(q);
        if (ready && (q->handle = lpi_handle_add(q)) != NULL)
            return q;
        lpi_dpi_fail(ready ? "over 65536 handles are alive, or no memory" : "no memory");
    }
    free_dpi(q);
    return NULL;
}

void *lp_dpi_create(unsigned number, const char *parameters)
{
    const struct lp_unit *unit = lp_unit_at(number);
    struct lpi_dpi *q = NULL;
    char why[LPI_DPI_TEXT];

    if (unit == NULL) {
        lpi_dpi_fail("lp_dpi_create: there is no unit %u", number);
        return NULL;
    }
    q = make(number, parameters);
    if (q != NULL)
        return q->handle;
    memcpy(why, error_text, sizeof why);
    lpi_dpi_fail("lp_dpi_%s_create: %.500s", unit->name + 3, why);
    return NULL;
}

/* ---- look-up ---- */

static const char *short_name(unsigned number)
{
    const struct lp_unit *unit = lp_unit_at(number);
    return unit != NULL ? unit->name + 3 : "?";
}

struct lpi_dpi *lpi_dpi_begin(void *handle, unsigned number, const char *call)
{
    static const char *const whys[] = {
        [LPI_HANDLE_LIVE] = "",
        [LPI_HANDLE_NULL] = "the handle is null",
        [LPI_HANDLE_FOREIGN] = "no create has given this handle",
        [LPI_HANDLE_DEAD] = "the handle has been destroyed",
    };
    void *thing;
    enum lpi_handle_state state = lpi_handle_lock(handle, &thing);
    struct lpi_dpi *q = thing;

    if (state != LPI_HANDLE_LIVE) {
        lpi_dpi_fail("lp_dpi_%s_%s: %s", short_name(number), call, whys[state]);
        return NULL;
    }
    if (q->number == number)
        return q;
    lpi_dpi_fail("lp_dpi_%s_%s: the handle is of lp_dpi_%s_create", short_name(number), call,
                 short_name(q->number));
    lpi_handle_unlock(handle);
    return NULL;
}

void lpi_dpi_end(const struct lpi_dpi *q)
{
    lpi_handle_unlock(q->handle);
}

int64_t lp_dpi_mismatches(void *handle, unsigned number)
{
    struct lpi_dpi *q = lpi_dpi_begin(handle, number, "mismatches");

    if (q == NULL)
        return -1;
    int64_t mismatches = (int64_t)q->mismatches;
    lpi_dpi_end(q);
    return mismatches;
}

int lp_dpi_message(void *handle, unsigned number, const char **text)
{
    struct lpi_dpi *q = lpi_dpi_begin(handle, number, "message");

    *text = "";
    if (q == NULL)
        return -1;
    memcpy(message_text, q->message, sizeof message_text);
    lpi_dpi_end(q);
    *text = message_text;
    return 1;
}

int lp_dpi_destroy(void *handle, unsigned number)
{
    struct lpi_dpi *q = lpi_dpi_begin(handle, number, "destroy");

    if (q == NULL)
        return -1;
    lpi_handle_remove(handle);
    free_dpi(q);
    return 1;
}
