/* SPDX-License-Identifier: Apache-2.0 */
/* The SystemVerilog of one unit. */
#include "write.h"

/* ---- imports: 2-state, ints by value and vectors ---- */

static void import_begin(FILE *to, const struct lpi_dpi_shape *shape, const char *call)
{
    fprintf(to,
            "  import \"DPI-C\" lp_dpi_%s_%s = function int c_%s_%s(\n"
            "      input chandle handle",
            shape->name, call, shape->name, call);
}

static void import_vector(FILE *to, const char *way, unsigned long bits, const char *name,
                          const char *suffix)
{
    if (bits <= 32)
        fprintf(to, ",\n      %s int unsigned %s%s", way, name, suffix);
    else
        fprintf(to, ",\n      %s bit [%lu:0] %s%s", way, bits - 1, name, suffix);
}

static void import_ports(FILE *to, const struct lp_unit *unit, const char *outputs)
{
    fputs(", input int unsigned rst_ni", to);
    for (size_t i = 0; i < unit->nports; i++)
        import_vector(to, unit->ports[i].dir == LP_IN ? "input" : outputs, unit->ports[i].width,
                      unit->ports[i].name, lpi_dpi_suffix(&unit->ports[i]));
    fputs(");\n", to);
}

static void import_fields(FILE *to, const struct lpi_kit_field *fields, size_t count,
                          const char *way, const char *prefix)
{
    for (size_t i = 0; i < count; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", prefix, fields[i].name);
        if (fields[i].bits > 0) {
            import_vector(to, way, fields[i].bits, name, "");
            continue;
        }
        fprintf(to, ",\n      %s bit [%zu:0] %s", way, 8 * fields[i].most - 1, name);
        import_vector(to, way, 32, name, "_bytes");
    }
}

void lpi_dpi_write_imports(FILE *to, const struct lpi_dpi_shape *shape)
{
    const struct lpi_kit_unit *kind = shape->kind;

    import_begin(to, shape, "cycle");
    import_ports(to, shape->unit, "output");
    import_begin(to, shape, "cycle_check");
    fputs(", input bit [127:0] unknown", to);
    import_ports(to, shape->unit, "input");
    if (kind == NULL)
        return;
    import_begin(to, shape, "gen");
    import_fields(to, kind->in, kind->nin, "output", "");
    fputs(");\n", to);
    import_begin(to, shape, "step");
    fputs(", input int unsigned unknown", to);
    import_fields(to, kind->in, kind->nin, "input", "");
    import_fields(to, kind->out, kind->nout, "output", "due_");
    fputs(");\n", to);
    import_begin(to, shape, "step_check");
    fputs(", input int unsigned unknown", to);
    import_fields(to, kind->in, kind->nin, "input", "");
    import_fields(to, kind->out, kind->nout, "input", "got_");
    fputs(");\n", to);
}

/* ---- functions: 4-state in, natural widths ---- */

static void argument(FILE *to, const char *way, const char *type, unsigned long bits,
                     const char *name, const char *suffix)
{
    fprintf(to, ",\n      %s %s ", way, type);
    if (bits > 1)
        fprintf(to, "[%lu:0] ", bits - 1);
    fprintf(to, "%s%s", name, suffix);
}

/* A 4-state value of that many bits as an import takes it. */
static void pass(FILE *to, unsigned long bits, const char *name, const char *suffix)
{
    if (bits < 32)
        fprintf(to, ",\n        {%lu'd0, %s%s}", 32 - bits, name, suffix);
    else
        fprintf(to, ",\n        %s%s", name, suffix);
}

static void result(FILE *to, const struct lpi_dpi_shape *shape, const char *call)
{
    fprintf(to,
            "    if (result_ < 0) lp_dpi_die();\n    lp_dpi_%s_%s = result_ != 0;\n"
            "  endfunction\n",
            shape->name, call);
}

static void begin(FILE *to, const struct lpi_dpi_shape *shape, const char *type, const char *call)
{
    fprintf(to, "\n  function automatic %s lp_dpi_%s_%s(\n      input chandle handle", type,
            shape->name, call);
}

static const char reset[] = "\n        {30'd0, $isunknown(rst_ni), rst_ni}";

static void cycle_function(FILE *to, const struct lpi_dpi_shape *shape)
{
    const struct lp_unit *unit = shape->unit;

    begin(to, shape, "void", "cycle");
    argument(to, "input", "logic", 1, "rst_ni", "");
    for (size_t i = 0; i < unit->nports; i++) {
        const struct lp_port *port = &unit->ports[i];
        bool in = port->dir == LP_IN;
        argument(to, in ? "input" : "output", in ? "logic" : "bit", port->width, port->name,
                 lpi_dpi_suffix(port));
    }
    fputs(");\n", to);
    for (size_t i = 0; i < unit->nports; i++)
        if (unit->ports[i].dir == LP_OUT && unit->ports[i].width < 32)
            fprintf(to, "    int unsigned %s_o_;\n", unit->ports[i].name);
    fprintf(to, "    if (c_%s_cycle(handle,%s", shape->name, reset);
    for (size_t i = 0; i < unit->nports; i++) {
        const struct lp_port *port = &unit->ports[i];
        if (port->dir == LP_IN)
            pass(to, port->width, port->name, "_i");
        else
            fprintf(to, ",\n        %s_o%s", port->name, port->width < 32 ? "_" : "");
    }
    fputs(") < 0) lp_dpi_die();\n", to);
    for (size_t i = 0; i < unit->nports; i++)
        if (unit->ports[i].dir == LP_OUT && unit->ports[i].width < 32)
            fprintf(to, "    %s_o = %s_o_[%u:0];\n", unit->ports[i].name, unit->ports[i].name,
                    unit->ports[i].width - 1);
    fputs("  endfunction\n", to);
}

static void unknown_outputs(FILE *to, const struct lp_unit *unit)
{
    unsigned outputs = 0;

    for (size_t i = 0; i < unit->nports; i++)
        outputs += unit->ports[i].dir == LP_OUT;
    fprintf(to, "\n        {%u'd0", 128 - outputs);
    for (size_t i = unit->nports; i-- > 0;)
        if (unit->ports[i].dir == LP_OUT)
            fprintf(to, ",\n          $isunknown(%s_o)", unit->ports[i].name);
    fputs("},", to);
}

static void cycle_check_function(FILE *to, const struct lpi_dpi_shape *shape)
{
    const struct lp_unit *unit = shape->unit;

    begin(to, shape, "bit", "cycle_check");
    argument(to, "input", "logic", 1, "rst_ni", "");
    for (size_t i = 0; i < unit->nports; i++)
        argument(to, "input", "logic", unit->ports[i].width, unit->ports[i].name,
                 lpi_dpi_suffix(&unit->ports[i]));
    fprintf(to, ");\n    int result_;\n    result_ = c_%s_cycle_check(handle,", shape->name);
    unknown_outputs(to, unit);
    fputs(reset, to);
    for (size_t i = 0; i < unit->nports; i++)
        pass(to, unit->ports[i].width, unit->ports[i].name, lpi_dpi_suffix(&unit->ports[i]));
    fputs(");\n", to);
    result(to, shape, "cycle_check");
}

static void field_arguments(FILE *to, const struct lpi_kit_field *fields, size_t count,
                            const char *way, const char *type, const char *prefix)
{
    for (size_t i = 0; i < count; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", prefix, fields[i].name);
        argument(to, way, type, fields[i].bits > 0 ? fields[i].bits : 8 * fields[i].most, name, "");
        if (fields[i].bits == 0)
            argument(to, way, type, 32, name, "_bytes");
    }
}

/* Unused bytes may be unknown. */
static void unknown_fields(FILE *to, const struct lpi_kit_field *fields, size_t count,
                           const char *prefix)
{
    for (size_t i = count; i-- > 0;) {
        const char *name = fields[i].name;
        if (fields[i].bits > 0)
            fprintf(to, ",\n          $isunknown(%s%s)", prefix, name);
        else
            fprintf(to,
                    ",\n          $isunknown(%s%s_bytes) || ($isunknown(%s%s) &&\n"
                    "            $isunknown(%s%s & ~({%zu{1'b1}} << {%s%s_bytes, 3'b000})))",
                    prefix, name, prefix, name, prefix, name, 8 * fields[i].most, prefix, name);
    }
}

static void pass_fields(FILE *to, const struct lpi_kit_field *fields, size_t count,
                        const char *prefix)
{
    for (size_t i = 0; i < count; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", prefix, fields[i].name);
        pass(to, fields[i].bits > 0 ? fields[i].bits : 32, name, "");
        if (fields[i].bits == 0)
            fprintf(to, ", %s_bytes", name);
    }
}

/* Outputs are passed as an import gives them, through variables if they are narrower. */
static void variables(FILE *to, const struct lpi_kit_field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fields[i].bits > 0 && fields[i].bits < 32)
            fprintf(to, "    int unsigned %s_;\n", fields[i].name);
}

static void take_fields(FILE *to, const struct lpi_kit_field *fields, size_t count,
                        const char *prefix)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = fields[i].name;
        if (fields[i].bits > 0 && fields[i].bits < 32)
            fprintf(to, ",\n        %s_", name);
        else
            fprintf(to, ",\n        %s%s", prefix, name);
        if (fields[i].bits == 0)
            fprintf(to, ", %s%s_bytes", prefix, name);
    }
}

static void narrow(FILE *to, const struct lpi_kit_field *fields, size_t count, const char *prefix)
{
    for (size_t i = 0; i < count; i++)
        if (fields[i].bits > 0 && fields[i].bits < 32)
            fprintf(to, "    %s%s = %s_[%u:0];\n", prefix, fields[i].name, fields[i].name,
                    fields[i].bits - 1);
    fputs("  endfunction\n", to);
}

static void gen_function(FILE *to, const struct lpi_dpi_shape *shape)
{
    const struct lpi_kit_unit *kind = shape->kind;

    begin(to, shape, "void", "gen");
    field_arguments(to, kind->in, kind->nin, "output", "bit", "");
    fputs(");\n", to);
    variables(to, kind->in, kind->nin);
    fprintf(to, "    if (c_%s_gen(handle", shape->name);
    take_fields(to, kind->in, kind->nin, "");
    fputs(") < 0) lp_dpi_die();\n", to);
    narrow(to, kind->in, kind->nin, "");
}

static void step_function(FILE *to, const struct lpi_dpi_shape *shape)
{
    const struct lpi_kit_unit *kind = shape->kind;

    begin(to, shape, "void", "step");
    field_arguments(to, kind->in, kind->nin, "input", "logic", "");
    field_arguments(to, kind->out, kind->nout, "output", "bit", "due_");
    fputs(");\n", to);
    variables(to, kind->out, kind->nout);
    fprintf(to, "    if (c_%s_step(handle,\n        {%zu'd0", shape->name, 32 - kind->nin);
    unknown_fields(to, kind->in, kind->nin, "");
    fputs("}", to);
    pass_fields(to, kind->in, kind->nin, "");
    take_fields(to, kind->out, kind->nout, "due_");
    fputs(") < 0) lp_dpi_die();\n", to);
    narrow(to, kind->out, kind->nout, "due_");
}

static void step_check_function(FILE *to, const struct lpi_dpi_shape *shape)
{
    const struct lpi_kit_unit *kind = shape->kind;

    begin(to, shape, "bit", "step_check");
    field_arguments(to, kind->in, kind->nin, "input", "logic", "");
    field_arguments(to, kind->out, kind->nout, "input", "logic", "got_");
    fprintf(to, ");\n    int result_;\n    result_ = c_%s_step_check(handle,\n        {%zu'd0",
            shape->name, 32 - kind->nin - kind->nout);
    unknown_fields(to, kind->out, kind->nout, "got_");
    unknown_fields(to, kind->in, kind->nin, "");
    fputs("}", to);
    pass_fields(to, kind->in, kind->nin, "");
    pass_fields(to, kind->out, kind->nout, "got_");
    fputs(");\n", to);
    result(to, shape, "step_check");
}

/* ---- text without ports ---- */

static void say_parameters(FILE *to, const char *what, const struct lp_param *params, size_t count)
{
    if (count == 0)
        return;
    fprintf(to, "  // Parameters of %s:", what);
    for (size_t i = 0; i < count; i++) {
        const struct lp_param *param = &params[i];
        fprintf(to, "%s %s", i > 0 ? ";" : "", param->name);
        for (size_t v = 0; v < param->nvalues && (v == 0 || param->most == 0); v++)
            fprintf(to, "%s%d", v == 0 ? "=" : " or ", param->values[v]);
        if (param->most != 0)
            fprintf(to, ", %d to %d", param->least, param->most);
    }
    fputs(".\n", to);
}

static void say_fields(FILE *to, const struct lpi_dpi_shape *shape, const char *prefix,
                       const struct lpi_kit_field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(to, "  //   %s%s: %s\n", prefix, fields[i].name, fields[i].what);
    for (size_t i = 0; i < count; i++)
        if (fields[i].bits == 0)
            fprintf(to, "  typedef bit [%zu:0] %s_%s%s_t;\n", 8 * fields[i].most - 1, shape->name,
                    prefix, fields[i].name);
}

static void say_unit(FILE *to, const struct lpi_dpi_shape *shape)
{
    const struct lpi_kit_unit *kind = shape->kind;

    fprintf(to, "\n  // ---- %s ----\n", shape->name);
    say_parameters(to, "cycles", shape->unit->params, shape->unit->nparams);
    if (kind == NULL)
        return;
    say_parameters(to, "cases", kind->params, kind->nparams);
    fprintf(to, "  // A case: %s.\n", kind->does);
    say_fields(to, shape, "", kind->in, kind->nin);
    say_fields(to, shape, "due_", kind->out, kind->nout);
}

void lpi_dpi_write_functions(FILE *to, const struct lpi_dpi_shape *shape)
{
    say_unit(to, shape);
    fprintf(to,
            "\n  function automatic chandle lp_dpi_%s_create(input string parameters);\n"
            "    lp_dpi_%s_create = lp_dpi_new(%u, parameters);\n  endfunction\n",
            shape->name, shape->name, shape->number);
    cycle_function(to, shape);
    cycle_check_function(to, shape);
    if (shape->kind != NULL) {
        gen_function(to, shape);
        step_function(to, shape);
        step_check_function(to, shape);
    }
    fprintf(to,
            "\n  function automatic longint lp_dpi_%s_mismatches(input chandle handle);\n"
            "    lp_dpi_%s_mismatches = lp_dpi_count(handle, %u);\n  endfunction\n",
            shape->name, shape->name, shape->number);
    fprintf(to,
            "\n  function automatic string lp_dpi_%s_message(input chandle handle);\n"
            "    lp_dpi_%s_message = lp_dpi_last(handle, %u);\n  endfunction\n",
            shape->name, shape->name, shape->number);
    fprintf(to,
            "\n  function automatic void lp_dpi_%s_destroy(input chandle handle);\n"
            "    lp_dpi_end(handle, %u);\n  endfunction\n",
            shape->name, shape->number);
}
