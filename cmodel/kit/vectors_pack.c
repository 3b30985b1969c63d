/* SPDX-License-Identifier: Apache-2.0 */
#include "vectors_pack.h"
#include "../base/sha256.h"
#include <errno.h>
#include <linepress/linepress.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define EVICTED_BYTES (8 + LP_SECTOR_BYTES)
#define EVICTED_ADDRESS 40 /* bits */
#define COUNT_BITS 8       /* number of sectors that a case evicts */

struct vectors_file {
    char name[VECTORS_NAME];
    FILE *file; /* NULL: it could not be opened, and the fault is set */
    struct lpi_fault *fault;
    const char *folder; /* named in messages */
    struct lpi_sha256 sum;
    uint64_t bytes, words;
};

/* ---- files ---- */

/* The first fault is kept. */
static void fail(struct lpi_fault *fault, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void fail(struct lpi_fault *fault, const char *format, ...)
{
    char text[sizeof fault->why];
    va_list arguments;

    if (fault->code != 0)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    lpi_fault_set(fault, LPI_BAD, "%s", text);
}

static struct vectors_file *open_file(struct vectors *q, const char *stem, const char *rest)
{
    struct vectors_file *file = &q->files[q->file_count++];

    file->fault = q->fault;
    file->folder = q->place->name;
    if (snprintf(file->name, sizeof file->name, "%s%s", stem, rest) >= (int)sizeof file->name)
        fail(q->fault, "vectors: the name %s%s is too long", stem, rest);
    if (q->fault->code == 0)
        file->file = q->place->open(q->place->context, file->name, q->fault);
    lpi_sha256_begin(&file->sum);
    return file;
}

static void put(struct vectors_file *file, const char *text, size_t bytes)
{
    if (file->fault->code != 0)
        return;
    lpi_sha256_add(&file->sum, text, bytes);
    file->bytes += bytes;
    if (fwrite(text, 1, bytes, file->file) != bytes)
        fail(file->fault, "%s/%s: %s", file->folder, file->name, strerror(errno));
}

void vectors_print(struct vectors_file *file, const char *format, ...)
{
    char text[4096];
    va_list arguments;

    va_start(arguments, format);
    int bytes = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (bytes < 0 || bytes >= (int)sizeof text)
        fail(file->fault, "vectors: a line of %s is too long", file->name);
    else
        put(file, text, (size_t)bytes);
}

static void put_word(struct vectors_file *file, const struct lpi_pack_word *word)
{
    char text[LPI_PACK_TEXT];

    lpi_pack_text(word, text);
    strcat(text, "\n");
    put(file, text, strlen(text));
    file->words++;
}

static void put_number(struct vectors_file *file, uint64_t number, unsigned width)
{
    struct lpi_pack_word word = {.width = 0};

    lpi_pack_add_number(&word, number, width);
    put_word(file, &word);
}

/* ---- metadata of the pack ---- */

static void take_beat(void *context, const struct lp_stream *stream,
                      const struct lpi_pack_word *word, uint32_t cares)
{
    struct vectors *q = context;
    size_t s = (size_t)(stream - q->streams->stream);

    put_word(q->words[s], word);
    q->beats[s]++;
    if (!stream->input)
        put_number(q->cares[s], cares, (unsigned)stream->npayload);
    if (stream->input && q->order != NULL)
        put_number(q->order, s, 4);
}

static void take_fields(void *context, const struct lpi_kit_side *in,
                        const struct lpi_kit_side *due)
{
    struct vectors *q = context;
    const struct lpi_kit_unit *kind = q->head.unit;
    const struct lpi_kit_side *sides[2] = {in, due};
    struct lpi_pack_word word = {.width = 0};
    size_t nin = lpi_kit_ins(kind, q->head.values), nout = lpi_kit_outs(kind, q->head.values);

    for (size_t i = 0; i < nin + nout; i++) {
        const struct lpi_kit_field *field = i < nin ? &kind->in[i] : &kind->out[i - nin];
        const struct lpi_kit_value *value = &sides[i >= nin]->field[i < nin ? i : i - nin];
        if (field->bits != 0)
            lpi_pack_add_number(&word, value->number, field->bits);
        else if (i < nin)
            for (size_t b = 0; b < field->most; b++)
                lpi_pack_add_number(&word, value->data[b], 8);
        else
            lpi_pack_add_number(&word, value->bytes / EVICTED_BYTES, COUNT_BITS);
    }
    put_word(q->cases, &word);
    const struct lpi_kit_value *evicted = &due->field[nout - 1];
    for (const uint8_t *p = evicted->data; p < evicted->data + evicted->bytes; p += EVICTED_BYTES) {
        struct lpi_pack_word sector = {.width = 0};
        for (unsigned b = 0; b < EVICTED_BYTES; b++)
            if (b < EVICTED_ADDRESS / 8 || b >= 8)
                lpi_pack_add_number(&sector, p[b], 8);
        put_word(q->evicted, &sector);
        q->evicted_count++;
    }
}

void vectors_each_field(const struct vectors *q,
                        void (*each)(void *context, const char *name, unsigned at, unsigned width),
                        void *context)
{
    const struct lpi_kit_unit *kind = q->head.unit;
    size_t nin = lpi_kit_ins(kind, q->head.values), nout = lpi_kit_outs(kind, q->head.values);
    unsigned at = 0;

    for (size_t i = 0; i < nin + nout; i++) {
        bool in = i < nin;
        const struct lpi_kit_field *field = in ? &kind->in[i] : &kind->out[i - nin];
        unsigned width = field->bits != 0 ? field->bits
                         : in             ? 8 * (unsigned)field->most
                                          : COUNT_BITS;
        char name[40];
        snprintf(name, sizeof name, "%s_%s", in ? "in" : "due", field->name);
        each(context, name, at, width);
        at += width;
    }
}

static void add_width(void *context, const char *name, unsigned at, unsigned width)
{
    (void)name;
    *(unsigned *)context = at + width;
}

/* ---- the pack ---- */

static void stem_of(const struct lp_stream *stream, char stem[VECTORS_NAME])
{
    const char *name = stream->valid->name;

    snprintf(stem, VECTORS_NAME, "%.*s", (int)(strlen(name) - strlen("_valid")), name);
}

static void open_beats(struct vectors *q)
{
    char stem[VECTORS_NAME];
    size_t inputs = 0;

    for (size_t s = 0; s < q->streams->count; s++) {
        const struct lp_stream *stream = &q->streams->stream[s];
        stem_of(stream, stem);
        q->words[s] = open_file(q, stem, ".hex");
        if (!stream->input)
            q->cares[s] = open_file(q, stem, "_care.hex");
        inputs += stream->input;
    }
    if (inputs > 1)
        q->order = open_file(q, "order", ".hex");
}

int vectors_open(struct vectors *q, const struct lpi_case_head *head,
                 const struct vectors_place *place, struct lpi_fault *fault)
{
    const struct lpi_pack_takers takers = {q, take_beat, take_fields};

    if (!lpi_pack_takes(head))
        return lpi_fault_set(fault, LPI_BAD,
                             "vectors: a pack of %s holds single requests; leave BURST=1 to gen "
                             "and check",
                             head->unit->name);
    *q = (struct vectors){.head = *head, .place = place, .fault = fault, .sources = json_array()};
    q->pack = lpi_pack_open(head, 0, &takers);
    q->files = calloc(VECTORS_FILES, sizeof *q->files);
    if (q->pack == NULL || q->files == NULL || q->sources == NULL) {
        vectors_close(q);
        return lpi_fault_set(fault, LPI_BAD, "vectors: no memory");
    }
    q->unit = lpi_pack_unit(q->pack, &q->values);
    q->streams = lpi_pack_streams(q->pack);
    if (lpi_pack_of_fields(head->unit)) {
        q->cases = open_file(q, "cases", ".hex");
        q->evicted = open_file(q, "evicted", ".hex");
        vectors_each_field(q, add_width, &q->case_width);
    } else {
        open_beats(q);
    }
    if (fault->code != 0)
        vectors_close(q);
    return fault->code;
}

int vectors_check(const struct vectors *q)
{
    const char *wrong = lpi_pack_fault(q->pack);

    if (wrong != NULL)
        fail(q->fault, "vectors: no pack is written: %s", wrong);
    return q->fault->code;
}

/* JSON that could not be created is an error of the pack. */
static void set(struct vectors *q, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        fail(q->fault, "no memory for the JSON text");
}

static void append(struct vectors *q, json_t *list, json_t *value)
{
    if (json_array_append_new(list, value) != 0)
        fail(q->fault, "no memory for the JSON text");
}

int vectors_source(struct vectors *q, const uint64_t *seed, uint64_t cases)
{
    append(q, q->sources,
           seed != NULL ? json_pack("{s:s,s:I,s:I}", "kind", "cases", "seed", (json_int_t)*seed,
                                    "cases", (json_int_t)cases)
                        : json_pack("{s:s,s:I}", "kind", "array", "cases", (json_int_t)cases));
    return q->fault->code;
}

/* ---- the sidecar ---- */

static json_t *port_json(const char *name, unsigned at, unsigned width)
{
    return json_pack("{s:s,s:i,s:i}", "name", name, "lsb", (int)at, "width", (int)width);
}

static json_t *stream_json(struct vectors *q, size_t s)
{
    const struct lp_stream *stream = &q->streams->stream[s];
    const char *end = stream->input ? "_i" : "_o", *other = stream->input ? "_o" : "_i";
    char stem[VECTORS_NAME], valid[80], ready[80], name[80];
    json_t *ports = json_array(), *object;
    unsigned at = 0;

    stem_of(stream, stem);
    snprintf(valid, sizeof valid, "%s%s", stream->valid->name, end);
    snprintf(ready, sizeof ready, "%s%s", stream->ready->name, other);
    for (size_t i = 0; i < stream->npayload; i++) {
        unsigned width = q->streams->width[stream->payload[i] - q->unit->ports];
        snprintf(name, sizeof name, "%s%s", stream->payload[i]->name, end);
        append(q, ports, port_json(name, at, width));
        at += width;
    }
    object = json_pack("{s:s,s:i,s:s,s:s,s:s,s:i,s:I,s:s}", "name", stem, "number", (int)s,
                       "direction", stream->input ? "in" : "out", "valid", valid, "ready", ready,
                       "width", (int)at, "beats", (json_int_t)q->beats[s], "file",
                       q->words[s]->name);
    if (!stream->input)
        set(q, object, "care", json_string(q->cares[s]->name));
    set(q, object, "ports", ports);
    return object;
}

struct field_list {
    struct vectors *q;
    json_t *list;
};

static void add_field(void *context, const char *name, unsigned at, unsigned width)
{
    const struct field_list *to = context;

    append(to->q, to->list, port_json(name, at, width));
}

static void add_contents(struct vectors *q, json_t *root)
{
    json_t *list = json_array();
    uint64_t beats = 0;

    if (q->cases != NULL) {
        vectors_each_field(q, add_field, &(struct field_list){q, list});
        set(q, root, "records",
            json_pack("{s:s,s:i,s:o}", "file", q->cases->name, "width", (int)q->case_width,
                      "fields", list));
        set(q, root, "evicted",
            json_pack("{s:s,s:i,s:I,s:[o,o]}", "file", q->evicted->name, "width",
                      EVICTED_ADDRESS + 8 * (int)LP_SECTOR_BYTES, "sectors",
                      (json_int_t)q->evicted_count, "fields",
                      port_json("evict_addr_o", 0, EVICTED_ADDRESS),
                      port_json("evict_data_o", EVICTED_ADDRESS, 8 * LP_SECTOR_BYTES)));
        return;
    }
    for (size_t s = 0; s < q->streams->count; s++) {
        append(q, list, stream_json(q, s));
        beats += q->beats[s];
    }
    set(q, root, "beats", json_integer((json_int_t)beats));
    set(q, root, "order", q->order != NULL ? json_string(q->order->name) : json_null());
    set(q, root, "streams", list);
}

static json_t *parameters_json(struct vectors *q, const struct lp_param *params, size_t count,
                               const int *values)
{
    json_t *object = json_object();

    for (size_t i = 0; i < count; i++)
        set(q, object, params[i].name, json_integer(values[i]));
    return object;
}

static json_t *files_json(struct vectors *q)
{
    json_t *list = json_array();
    char sum[LPI_SHA256_TEXT];

    for (size_t i = 0; i < q->file_count; i++) {
        lpi_sha256_end(&q->files[i].sum, sum);
        append(q, list,
               json_pack("{s:s,s:I,s:s}", "name", q->files[i].name, "bytes",
                         (json_int_t)q->files[i].bytes, "sha256", sum));
    }
    return list;
}

static void write_json(struct vectors *q)
{
    const struct lpi_kit_unit *kind = q->head.unit;
    bool seeded = json_array_size(q->sources) == 1 &&
                  json_object_get(json_array_get(q->sources, 0), "seed") != NULL;
    json_t *root = json_pack(
        "{s:s,s:i,s:s,s:s,s:s,s:o,s:o,s:o,s:O,s:I}", "format", VECTORS_FORMAT, "version",
        LPI_PACK_VERSION, "unit", kind->name, "form", q->cases != NULL ? "cases" : "beats",
        "module", kind->module, "parameters",
        parameters_json(q, kind->params, kind->nparams, q->head.values), "module_parameters",
        parameters_json(q, q->unit->params, q->unit->nparams, q->values), "seed",
        seeded ? json_integer((json_int_t)q->head.seed) : json_null(), "sources", q->sources,
        "cases", (json_int_t)q->case_count);

    add_contents(q, root);
    set(q, root, "files", files_json(q));
    char *text = q->fault->code == 0 ? json_dumps(root, JSON_INDENT(1)) : NULL;
    json_decref(root);
    if (text == NULL) {
        fail(q->fault, "no memory for the JSON text");
        return;
    }
    FILE *file = q->place->open(q->place->context, VECTORS_JSON, q->fault);
    if (file != NULL && (fputs(text, file) == EOF || fputc('\n', file) == EOF))
        fail(q->fault, "%s/%s: %s", q->place->name, VECTORS_JSON, strerror(errno));
    free(text);
}

int vectors_end(struct vectors *q)
{
    q->case_count = lpi_pack_end(q->pack);
    if (vectors_check(q) == 0)
        vectors_write_svh(q, open_file(q, VECTORS_SVH, ""));
    if (q->fault->code == 0)
        write_json(q);
    return q->fault->code;
}

void vectors_close(struct vectors *q)
{
    if (q->pack != NULL)
        lpi_pack_close(q->pack);
    free(q->files);
    json_decref(q->sources);
}
