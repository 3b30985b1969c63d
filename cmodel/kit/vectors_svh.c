/* SPDX-License-Identifier: Apache-2.0 */
/* Included by a bench: the streams of a pack, or the fields of its cases, and the unit. */
#include "vectors_pack.h"
#include <inttypes.h>
#include <string.h>

struct svh {
    const struct vectors *q;
    struct vectors_file *file;
};

static unsigned width_of(const struct vectors *q, const struct lp_port *port)
{
    return q->streams->width[port - q->unit->ports];
}

/* "[7:0] ", or nothing for a single bit. */
static const char *range(unsigned width, char text[24])
{
    text[0] = '\0';
    if (width > 1)
        snprintf(text, 24, "[%u:0] ", width - 1);
    return text;
}

static void put_dut(const struct svh *o)
{
    const struct vectors *q = o->q;

    vectors_print(o->file, "`ifndef LP_DUT\n`define LP_DUT %s", q->unit->name);
    for (size_t i = 0; i < q->unit->nparams; i++)
        vectors_print(o->file, "%s.%s(%d)%s", i == 0 ? " #(" : ", ", q->unit->params[i].name,
                      q->values[i], i + 1 == q->unit->nparams ? ")" : "");
    vectors_print(o->file, "\n`endif\n");
}

static void put_wires(const struct svh *o, const struct lp_stream *stream)
{
    char text[24];

    vectors_print(o->file, "wire %s, %s;\n", stream->valid->name, stream->ready->name);
    for (size_t i = 0; i < stream->npayload; i++)
        vectors_print(o->file, "wire %s%s;\n", range(width_of(o->q, stream->payload[i]), text),
                      stream->payload[i]->name);
}

/* {last, ..., data}: the order of ports is the reverse of a concatenation. */
static void put_ports(const struct svh *o, const struct lp_stream *stream)
{
    for (size_t i = stream->npayload; i-- > 0;)
        vectors_print(o->file, "%s%s", stream->payload[i]->name, i > 0 ? ", " : "}");
}

static void put_source(const struct svh *o, size_t s)
{
    const struct lp_stream *stream = &o->q->streams->stream[s];
    int stem = (int)(strlen(stream->valid->name) - strlen("_valid"));
    const char *name = stream->valid->name;
    unsigned width = lpi_pack_width(o->q->streams, o->q->unit, stream);

    vectors_print(o->file, "wire [%u:0] %.*s_word;\nassign {", width - 1, stem, name);
    put_ports(o, stream);
    vectors_print(o->file,
                  " = %.*s_word;\nlp_source #(.W(%u), .BEATS(%" PRIu64 "), .FILE(\"%.*s.hex\")) "
                  "u_%.*s\n  (clk, rst_n, turn == %zu, stall[%zu], noise, %s, %s, %.*s_word, "
                  "moves[%zu], done[%zu]);\n",
                  stem, name, width, o->q->beats[s], stem, name, stem, name, s, s, name,
                  stream->ready->name, stem, name, s, s);
}

static void put_sink(const struct svh *o, size_t s)
{
    const struct lp_stream *stream = &o->q->streams->stream[s];
    int stem = (int)(strlen(stream->valid->name) - strlen("_valid"));
    const char *name = stream->valid->name;
    unsigned width = lpi_pack_width(o->q->streams, o->q->unit, stream);

    vectors_print(o->file, "wire [%zu:0] %.*s_care;\nwire [%u:0] %.*s_mask = {",
                  stream->npayload - 1, stem, name, width - 1, stem, name);
    for (size_t i = stream->npayload; i-- > 0;)
        vectors_print(o->file, "{%u{%.*s_care[%zu]}}%s", width_of(o->q, stream->payload[i]), stem,
                      name, i, i > 0 ? ", " : "};\n");
    vectors_print(o->file,
                  "lp_sink #(.W(%u), .PORTS(%zu), .BEATS(%" PRIu64 "), .FILE(\"%.*s.hex\"), "
                  ".CARE(\"%.*s_care.hex\")) u_%.*s\n  (clk, rst_n, stall[%zu], %s, %s, {",
                  width, stream->npayload, o->q->beats[s], stem, name, stem, name, stem, name, s,
                  name, stream->ready->name);
    put_ports(o, stream);
    vectors_print(o->file, ", %.*s_care, %.*s_mask,\n   moves[%zu], done[%zu]);\n", stem, name,
                  stem, name, s, s);
}

/* The cache's bench needs the outputs without a stream that report a miss. */
static bool wanted(const struct vectors *q, const struct lp_port *port)
{
    return q->cases != NULL &&
           (strcmp(port->name, "miss") == 0 || strcmp(port->name, "miss_tag") == 0);
}

static void put_instance(const struct svh *o)
{
    const struct vectors *q = o->q;
    const struct lp_streams *streams = q->streams;

    vectors_print(o->file, "/* verilator lint_off PINMISSING */\n`LP_DUT dut (.clk_i(clk), "
                           ".rst_ni(rst_n)");
    for (size_t s = 0; s < streams->count; s++) {
        const struct lp_stream *stream = &streams->stream[s];
        const char *end = stream->input ? "i" : "o", *other = stream->input ? "o" : "i";
        vectors_print(o->file, ",\n  .%s_%s(%s), .%s_%s(%s)", stream->valid->name, end,
                      stream->valid->name, stream->ready->name, other, stream->ready->name);
        for (size_t i = 0; i < stream->npayload; i++)
            vectors_print(o->file, ", .%s_%s(%s)", stream->payload[i]->name, end,
                          stream->payload[i]->name);
    }
    for (size_t i = 0; i < streams->nloose; i++)
        vectors_print(o->file, ",\n  .%s_i(%u'b0)", streams->loose[i]->name,
                      width_of(q, streams->loose[i]));
    for (size_t i = 0; i < q->unit->nports; i++)
        if (wanted(q, &q->unit->ports[i]))
            vectors_print(o->file, ",\n  .%s_o(%s)", q->unit->ports[i].name,
                          q->unit->ports[i].name);
    vectors_print(o->file, ");\n/* verilator lint_on PINMISSING */\n");
}

/* ---- streams ---- */

static void put_streams(const struct svh *o)
{
    const struct vectors *q = o->q;
    uint64_t beats[2] = {0, 0};
    unsigned inputs = 0;

    for (size_t s = 0; s < q->streams->count; s++) {
        beats[q->streams->stream[s].input] += q->beats[s];
        inputs |= (unsigned)q->streams->stream[s].input << s;
    }
    vectors_print(o->file,
                  "localparam integer LP_STREAMS = %zu;\nlocalparam integer LP_BEATS_IN = %" PRIu64
                  ", LP_BEATS_OUT = %" PRIu64 ";\n"
                  "localparam [15:0] LP_INPUTS = %u;\n",
                  q->streams->count, beats[1], beats[0], inputs);
    if (q->order != NULL)
        vectors_print(o->file,
                      "reg [3:0] order [0:LP_BEATS_IN-1];\n"
                      "initial $readmemh(\"%s\", order);\n"
                      "wire [3:0] turn = order[ins];\n",
                      "order.hex");
    else
        vectors_print(o->file, "wire [3:0] turn = 4'd%d;\n", __builtin_ctz(inputs));
    for (size_t s = 0; s < q->streams->count; s++)
        put_wires(o, &q->streams->stream[s]);
    for (size_t s = 0; s < q->streams->count; s++) {
        if (q->streams->stream[s].input)
            put_source(o, s);
        else
            put_sink(o, s);
    }
}

/* ---- fields ---- */

static void put_field(void *context, const char *name, unsigned at, unsigned width)
{
    const struct svh *o = context;
    char text[24];

    if (width > 1)
        vectors_print(o->file, "wire %s%s = now[%u:%u];\n", range(width, text), name,
                      at + width - 1, at);
    else
        vectors_print(o->file, "wire %s = now[%u];\n", name, at);
}

static void put_fields(struct svh *o)
{
    const struct vectors *q = o->q;
    char text[24];

    vectors_print(
        o->file,
        "localparam integer LP_CASES = %" PRIu64 ", LP_EVICTED = %" PRIu64 ";\n"
        "reg [%u:0] cases [0:LP_CASES-1];\ninitial $readmemh(\"cases.hex\", cases);\n"
        "reg [295:0] evicted [0:LP_EVICTED];\n"
        "initial if (LP_EVICTED > 0) $readmemh(\"evicted.hex\", evicted, 0, LP_EVICTED - 1);\n"
        "wire [%u:0] now = cases[at];\n",
        q->case_count, q->evicted_count, q->case_width - 1, q->case_width - 1);
    vectors_each_field(q, put_field, o);
    for (size_t s = 0; s < q->streams->count; s++)
        put_wires(o, &q->streams->stream[s]);
    for (size_t i = 0; i < q->unit->nports; i++)
        if (wanted(q, &q->unit->ports[i]))
            vectors_print(o->file, "wire %s%s;\n", range(width_of(q, &q->unit->ports[i]), text),
                          q->unit->ports[i].name);
}

void vectors_write_svh(const struct vectors *q, struct vectors_file *file)
{
    struct svh o = {q, file};
    char parameters[LPI_CASE_HEAD];

    lpi_case_parameters(q->head.unit, q->head.values, parameters, sizeof parameters);
    vectors_print(file,
                  "// Written by linepress vectors: %s %s, %" PRIu64 " cases. A bench includes "
                  "it in its module.\n`define LP_UNIT \"%s\"\n",
                  q->head.unit->name, parameters, q->case_count, q->head.unit->name);
    put_dut(&o);
    if (q->cases != NULL)
        put_fields(&o);
    else
        put_streams(&o);
    put_instance(&o);
}
