/* SPDX-License-Identifier: Apache-2.0 */
/* The C functions of one unit. */
#include "write.h"

static size_t word_of(const struct lp_port *port)
{
    return port->offset / sizeof(uint32_t);
}

/* "int lp_dpi_foo_step(void *handle", twice: declared and defined. */
static void head(FILE *to, const struct lpi_dpi_shape *shape, const char *call, const char *more)
{
    fprintf(to, "int lp_dpi_%s_%s(void *handle%s", shape->name, call, more);
}

static void port_arguments(FILE *to, const struct lp_unit *unit, bool outputs)
{
    for (size_t i = 0; i < unit->nports; i++) {
        const struct lp_port *port = &unit->ports[i];
        bool out = outputs && port->dir == LP_OUT;
        const char *type = out                             ? "uint32_t *"
                           : lpi_dpi_is_small(port->width) ? "uint32_t "
                                                           : "const uint32_t *";
        fprintf(to, ",\n    %s%s%s", type, port->name, lpi_dpi_suffix(port));
    }
}

/* From an argument to its struct; bits above the width are cleared. */
static void take_port(FILE *to, const struct lp_port *port)
{
    const char *side = port->dir == LP_IN ? "in" : "got", *suffix = lpi_dpi_suffix(port);
    unsigned words = LP_PORT_WORDS(port->width), odd = port->width % 32;
    unsigned mask = odd != 0 ? (1u << odd) - 1 : UINT32_MAX;

    if (lpi_dpi_is_small(port->width)) {
        fprintf(to, "    q->%s[%zu] = %s%s & 0x%x;\n", side, word_of(port), port->name, suffix,
                mask);
        return;
    }
    fprintf(to, "    memcpy(q->%s + %zu, %s%s, %u);\n", side, word_of(port), port->name, suffix,
            4 * words);
    if (odd != 0)
        fprintf(to, "    q->%s[%zu] &= 0x%x;\n", side, word_of(port) + words - 1, mask);
}

static void give_port(FILE *to, const struct lp_port *port)
{
    if (lpi_dpi_is_small(port->width))
        fprintf(to, "    *%s_o = q->due[%zu];\n", port->name, word_of(port));
    else
        fprintf(to, "    memcpy(%s_o, q->due + %zu, %u);\n", port->name, word_of(port),
                4 * LP_PORT_WORDS(port->width));
}

static void cycle_function(FILE *to, const struct lpi_dpi_shape *shape, bool check)
{
    const struct lp_unit *unit = shape->unit;
    const char *call = check ? "cycle_check" : "cycle";

    for (int body = 0; body < 2; body++) {
        head(to, shape, call,
             check ? ", const uint32_t *unknown, uint32_t rst_ni" : ", uint32_t rst_ni");
        port_arguments(to, unit, !check);
        fputs(body ? ")\n" : ");\n", to);
    }
    fprintf(to,
            "{\n    struct lpi_dpi *q = lpi_dpi_begin(handle, %u, \"%s\");\n\n"
            "    if (q == NULL)\n        return -1;\n",
            shape->number, call);
    for (size_t i = 0; i < unit->nports; i++)
        if (check || unit->ports[i].dir == LP_IN)
            take_port(to, &unit->ports[i]);
    fputs(check ? "    int agree = lpi_dpi_cycle_check(q, rst_ni, unknown);\n"
                : "    lpi_dpi_cycle(q, rst_ni);\n",
          to);
    for (size_t i = 0; i < unit->nports; i++)
        if (!check && unit->ports[i].dir == LP_OUT)
            give_port(to, &unit->ports[i]);
    fprintf(to, "    lpi_dpi_end(q);\n    return %s;\n}\n", check ? "agree" : "1");
}

static void field_arguments(FILE *to, const struct lpi_kit_field *fields, size_t count, bool out,
                            const char *prefix)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = fields[i].name;
        if (lpi_dpi_is_small(fields[i].bits)) {
            fprintf(to, ",\n    %s%s_%s", out ? "uint32_t *" : "uint32_t ", prefix, name);
            continue;
        }
        fprintf(to, ",\n    %suint32_t *%s_%s", out ? "" : "const ", prefix, name);
        if (fields[i].bits == 0)
            fprintf(to, ", %s%s_%s_bytes", out ? "uint32_t *" : "uint32_t ", prefix, name);
    }
}

/* A number as passed. */
static void number(FILE *to, unsigned bits, const char *prefix, const char *name)
{
    if (lpi_dpi_is_small(bits))
        fprintf(to, "%s_%s", prefix, name);
    else
        fprintf(to, "%s_%s[0] | (uint64_t)%s_%s[1] << 32", prefix, name, prefix, name);
}

static void take_fields(FILE *to, const struct lpi_kit_field *fields, size_t count,
                        const char *prefix)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = fields[i].name;
        if (fields[i].bits == 0) {
            fprintf(to, "    lpi_dpi_%s_bytes(q, %zu, %s_%s, %s_%s_bytes);\n", prefix, i, prefix,
                    name, prefix, name);
            continue;
        }
        fprintf(to, "    lpi_dpi_%s_number(q, %zu, ", prefix, i);
        number(to, fields[i].bits, prefix, name);
        fputs(");\n", to);
    }
}

/* From a case to an argument; `way` is due or gen. */
static void give_field(FILE *to, const struct lpi_kit_field *field, size_t i, const char *way)
{
    const char *name = field->name;

    if (field->bits == 0)
        fprintf(to, "        *%s_%s_bytes = lpi_dpi_%s_bytes(q, %zu, %s_%s);\n", way, name, way, i,
                way, name);
    else if (lpi_dpi_is_small(field->bits))
        fprintf(to, "        *%s_%s = (uint32_t)lpi_dpi_%s_number(q, %zu);\n", way, name, way, i);
    else
        fprintf(to,
                "        %s_%s[0] = (uint32_t)lpi_dpi_%s_number(q, %zu);\n"
                "        %s_%s[1] = (uint32_t)(lpi_dpi_%s_number(q, %zu) >> 32);\n",
                way, name, way, i, way, name, way, i);
}

static void gen_function(FILE *to, const struct lpi_dpi_shape *shape)
{
    const struct lpi_kit_unit *kind = shape->kind;

    for (int body = 0; body < 2; body++) {
        head(to, shape, "gen", "");
        field_arguments(to, kind->in, kind->nin, true, "gen");
        fputs(body ? ")\n" : ");\n", to);
    }
    fprintf(to, "{\n    struct lpi_dpi *q = lpi_dpi_gen(handle, %u);\n\n    if (q != NULL) {\n",
            shape->number);
    for (size_t i = 0; i < kind->nin; i++)
        give_field(to, &kind->in[i], i, "gen");
    fputs("        lpi_dpi_end(q);\n    }\n    return q != NULL ? 1 : -1;\n}\n", to);
}

static void step_function(FILE *to, const struct lpi_dpi_shape *shape, bool check)
{
    const struct lpi_kit_unit *kind = shape->kind;
    const char *call = check ? "step_check" : "step";

    for (int body = 0; body < 2; body++) {
        head(to, shape, call, ", uint32_t unknown");
        field_arguments(to, kind->in, kind->nin, false, "in");
        field_arguments(to, kind->out, kind->nout, !check, check ? "got" : "due");
        fputs(body ? ")\n" : ");\n", to);
    }
    fprintf(to,
            "{\n    struct lpi_dpi *q = lpi_dpi_case(handle, %u, \"%s\", unknown);\n\n"
            "    if (q == NULL)\n        return -1;\n",
            shape->number, call);
    take_fields(to, kind->in, kind->nin, "in");
    if (check)
        take_fields(to, kind->out, kind->nout, "got");
    fprintf(to, "    int done = lpi_dpi_%s(q);\n", call);
    if (!check) {
        fputs("    if (done > 0) {\n", to);
        for (size_t i = 0; i < kind->nout; i++)
            give_field(to, &kind->out[i], i, "due");
        fputs("    }\n", to);
    }
    fputs("    lpi_dpi_end(q);\n    return done;\n}\n", to);
}

void lpi_dpi_write_c(FILE *to, const struct lpi_dpi_shape *shape)
{
    fprintf(to, "\n/* ---- %s ---- */\n\n", shape->name);
    cycle_function(to, shape, false);
    fputs("\n", to);
    cycle_function(to, shape, true);
    if (shape->kind == NULL)
        return;
    fputs("\n", to);
    gen_function(to, shape);
    fputs("\n", to);
    step_function(to, shape, false);
    fputs("\n", to);
    step_function(to, shape, true);
}
