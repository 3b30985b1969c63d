/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parameters of a handle: those of the unit, of its kind of cases, and EXACT, LEVEL, SEED and
 * FIELD=0, for an output field that the user's unit does not have.
 */
#include <errno.h>
#include <limits.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dpi.h"

static const struct lp_param *find(const struct lp_param *params, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(params[i].name, name) == 0)
            return &params[i];
    return NULL;
}

/* The smallest value of a parameter above another one. False: there is none. */
static bool next_value(const struct lp_param *param, long long above, int *next)
{
    bool found = false;

    for (size_t i = 0; i < param->nvalues; i++)
        if (param->values[i] > above && (!found || param->values[i] < *next)) {
            *next = param->values[i];
            found = true;
        }
    return found;
}

/* In the words of the RTL's own checks, such as lp_bad_ELEM_none_of_8_16_32. */
static void say_rule(const struct lp_param *param, char *text, size_t room)
{
    size_t used = (size_t)snprintf(text, room, "%s none of", param->name);
    int value = 0;

    if (param->most != 0) {
        snprintf(text, room, "%s not %d to %d", param->name, param->least, param->most);
        return;
    }
    for (long long above = LLONG_MIN; next_value(param, above, &value) && used < room;
         above = value)
        used += (size_t)snprintf(text + used, room - used, " %d", value);
}

static bool set_field(struct lpi_dpi *q, const char *name, long long value, const char **why)
{
    const struct lpi_kit_unit *kind = q->run.head.unit;
    size_t i = 0;

    while (kind != NULL && i < kind->nout && strcmp(kind->out[i].name, name) != 0)
        i++;
    if (kind == NULL || i == kind->nout)
        return false;
    *why = value != 0 && value != 1 ? "a field of cases is neither 0 nor 1" : NULL;
    q->skips = (q->skips & ~(1u << i)) | (uint32_t)(value == 0) << i;
    return true;
}

/* Parameters of every handle. False: it is none of them. */
static bool set_own(struct lpi_dpi *q, const char *name, long long value, const char **why)
{
    *why = NULL;
    if (strcmp(name, "EXACT") == 0) {
        *why = value != 0 && value != 1 ? "EXACT neither 0 nor 1" : NULL;
        q->exact = value == 1;
    } else if (strcmp(name, "LEVEL") == 0) {
        *why = value != 1 && value != 2 ? "LEVEL neither 1 nor 2" : NULL;
        q->level = (unsigned)value;
    } else if (strcmp(name, "SEED") == 0) {
        *why = value < 0 ? "SEED below 0" : NULL;
        q->run.head.seed = (uint64_t)value;
    } else {
        return set_field(q, name, value, why);
    }
    return true;
}

/*
 * A unit may support values that its cases do not: then there are cycles and no cases. A parameter
 * that only cases have must be valid.
 */
static bool set_one(struct lpi_dpi *q, const char *name, long long value)
{
    const struct lpi_kit_unit *kind = q->run.head.unit;
    const struct lp_param *ports = find(q->unit->params, q->unit->nparams, name);
    const struct lp_param *cases = kind != NULL ? find(kind->params, kind->nparams, name) : NULL;
    bool whole = value == (int)value;
    bool in_ports = whole && ports != NULL &&
                    lp_unit_set(q->unit, name, (int)value, q->values) == LP_OK;
    bool in_cases = cases != NULL && lpi_kit_set(kind, name, value, q->run.head.values);
    char rule[200];

    if (ports == NULL && cases == NULL)
        return lpi_dpi_fail("%s has no parameter %s", q->unit->name, name) > 0;
    if (ports == NULL ? in_cases : in_ports && (in_cases || cases == NULL))
        return true;
    say_rule(ports != NULL && !in_ports ? ports : cases, rule, sizeof rule);
    if (in_ports) {
        snprintf(q->why_none, sizeof q->why_none, "there are no cases with %s=%lld: %s", name,
                 value, rule);
        return true;
    }
    return lpi_dpi_fail("%s does not take %s=%lld: %s", q->unit->name, name, value, rule) > 0;
}

/* NAME=VALUE, cut in two. */
static bool split(char *word, long long *value)
{
    char *equals = strchr(word, '='), *end;

    if (equals == NULL || equals == word || strchr("-0123456789", equals[1]) == NULL ||
        equals[1] == '\0')
        return false;
    *equals = '\0';
    errno = 0;
    *value = strtoll(equals + 1, &end, 10);
    return *end == '\0' && end[-1] != '-' && errno == 0;
}

static bool set_word(struct lpi_dpi *q, const char *from, size_t bytes)
{
    char word[80], whole[80];
    const char *why;
    long long value = 0;

    snprintf(whole, sizeof whole, "%.*s", bytes < sizeof whole ? (int)bytes : 75, from);
    memcpy(word, whole, sizeof word);
    if (bytes >= sizeof whole || !split(word, &value))
        return lpi_dpi_fail("'%s' is not NAME=VALUE with a whole number", whole) > 0;
    if (set_own(q, word, value, &why))
        return why == NULL || lpi_dpi_fail("%s", why) > 0;
    return set_one(q, word, value);
}

static bool check_together(struct lpi_dpi *q)
{
    const struct lpi_kit_unit *kind = q->run.head.unit;

    if (lp_unit_check(q->unit, q->values) != LP_OK)
        return lpi_dpi_fail("%s does not take these parameters together", q->unit->name) > 0;
    if (kind != NULL && kind->fits != NULL && !kind->fits(q->run.head.values))
        snprintf(q->why_none, sizeof q->why_none, "there are no cases with these parameters");
    return true;
}

bool lpi_dpi_parameters(struct lpi_dpi *q, const char *text)
{
    lp_unit_defaults(q->unit, q->values);
    if (q->run.head.unit != NULL)
        lpi_kit_defaults(q->run.head.unit, q->run.head.values);
    if (text != NULL && strcmp(text, "-") == 0)
        text = NULL;
    while (text != NULL && *text != '\0') {
        size_t bytes = strcspn(text, ", ");
        if (bytes > 0 && !set_word(q, text, bytes))
            return false;
        text += bytes + (text[bytes] != '\0');
    }
    return check_together(q);
}
