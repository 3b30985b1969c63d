/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The header of an .npy file (NumPy enhancement proposal 1, and numpy.lib.format): magic, version,
 * length, and a Python dictionary literal with the keys descr, fortran_order and shape.
 */
#include <linepress/file.h>
#include <linepress/linepress.h>
#include <string.h>

#define MAGIC "\x93NUMPY"
#define MAGIC_BYTES 6

struct text {
    const char *at, *end;
};

int lp_npy_header_bytes(const void *prefix, size_t prefix_bytes, size_t *header_bytes)
{
    if (header_bytes == NULL || (prefix == NULL && prefix_bytes != 0))
        return LP_ERR_ARG;
    const uint8_t *p = prefix;
    size_t magic = prefix_bytes < MAGIC_BYTES ? prefix_bytes : MAGIC_BYTES;
    if (memcmp(p, MAGIC, magic) != 0)
        return LP_ERR_NPY_MAGIC;
    if (prefix_bytes < LP_NPY_PREFIX_BYTES)
        return LP_ERR_SHORT;
    if (p[6] < 1 || p[6] > 3 || p[7] != 0)
        return LP_ERR_NPY_VERSION;
    size_t dictionary = p[8] | (size_t)p[9] << 8, start = 10;
    if (p[6] > 1) {
        dictionary |= (size_t)p[10] << 16 | (size_t)p[11] << 24;
        start = 12;
    }
    if (dictionary > LP_NPY_HEADER_MAX - start || dictionary < 2)
        return LP_ERR_NPY_HEADER;
    *header_bytes = start + dictionary;
    return LP_OK;
}

static void skip_space(struct text *t)
{
    while (t->at < t->end && (*t->at == ' ' || *t->at == '\n' || *t->at == '\r' || *t->at == '\t'))
        t->at++;
}

/* Consumes the word if it comes next. */
static int take(struct text *t, const char *word)
{
    size_t length = strlen(word);
    skip_space(t);
    if ((size_t)(t->end - t->at) < length || memcmp(t->at, word, length) != 0)
        return 0;
    t->at += length;
    return 1;
}

/* Reads a quoted string without escapes into `out`, with a final NUL, if it fits. */
static int take_string(struct text *t, char *out, size_t capacity)
{
    skip_space(t);
    if (t->at == t->end || (*t->at != '\'' && *t->at != '"'))
        return 0;
    char quote = *t->at++;
    size_t length = 0;
    for (; t->at < t->end && *t->at != quote; t->at++) {
        if (*t->at == '\\' || *t->at == '\0' || length + 1 >= capacity)
            return 0;
        out[length++] = *t->at;
    }
    out[length] = '\0';
    return t->at++ < t->end;
}

/* Reads a decimal number; one that does not fit in 63 bits becomes INT64_MAX. */
static int take_number(struct text *t, uint64_t *value)
{
    skip_space(t);
    const char *start = t->at;
    *value = 0;
    for (; t->at < t->end && *t->at >= '0' && *t->at <= '9'; t->at++) {
        uint64_t digit = (uint64_t)(*t->at - '0');
        *value = *value > (INT64_MAX - digit) / 10 ? INT64_MAX : *value * 10 + digit;
    }
    return t->at > start;
}

static int take_shape(struct text *t, struct lp_npy *npy)
{
    if (!take(t, "("))
        return LP_ERR_NPY_HEADER;
    int comma = 1;
    for (npy->axes = 0; !take(t, ")"); npy->axes++) {
        if (!comma)
            return LP_ERR_NPY_HEADER;
        if (npy->axes == LP_NPY_AXES_MAX)
            return LP_ERR_NPY_SHAPE;
        if (!take_number(t, &npy->shape[npy->axes]))
            return LP_ERR_NPY_HEADER;
        /* Python 2 wrote some numbers with this suffix. */
        if (t->at < t->end && *t->at == 'L')
            t->at++;
        comma = take(t, ",");
    }
    /* "(3)" is a number in Python, "(3,)" a tuple. */
    return npy->axes == 1 && !comma ? LP_ERR_NPY_HEADER : LP_OK;
}

/* Bytes of an element from a type string such as "<f4", "|b1", "<U5" or "<M8[ns]". */
static int parse_dtype(struct lp_npy *npy)
{
    const char *s = npy->dtype;
    struct text t = {s, s + strlen(s)};
    if (t.at < t.end && strchr("<>|=", *t.at) != NULL)
        t.at++;
    if (t.at == t.end)
        return LP_ERR_NPY_HEADER;
    char kind = *t.at++;
    if (kind == 'O')
        return LP_ERR_NPY_OBJECT;
    uint64_t size;
    size_t unit = kind == 'U' ? 4 : 1;
    if (strchr("biufcSUVmM", kind) == NULL || !take_number(&t, &size) || size > UINT32_MAX ||
        size > SIZE_MAX / unit)
        return LP_ERR_NPY_DTYPE;
    if (t.at != t.end && !((kind == 'm' || kind == 'M') && *t.at == '['))
        return LP_ERR_NPY_DTYPE;
    npy->item_bytes = (size_t)size * unit;
    return LP_OK;
}

/* A list describes a structured type; only a field of type 'O' has an error of its own. */
static int list_error(const struct text *t)
{
    for (const char *p = t->at; p + 2 < t->end; p++)
        if ((p[0] == '|' || p[0] == '\'' || p[0] == '"') && p[1] == 'O' &&
            (p[2] == '\'' || p[2] == '"'))
            return LP_ERR_NPY_OBJECT;
    return LP_ERR_NPY_DTYPE;
}

static int take_entry(struct text *t, struct lp_npy *npy, unsigned *seen)
{
    enum { DESCR = 1, ORDER = 2, SHAPE = 4 };
    char key[16];
    if (!take_string(t, key, sizeof key) || !take(t, ":"))
        return LP_ERR_NPY_HEADER;
    unsigned which = strcmp(key, "descr") == 0           ? DESCR
                     : strcmp(key, "fortran_order") == 0 ? ORDER
                     : strcmp(key, "shape") == 0         ? SHAPE
                                                         : 0;
    if (which == 0 || (*seen & which) != 0)
        return LP_ERR_NPY_HEADER;
    *seen |= which;
    if (which == SHAPE)
        return take_shape(t, npy);
    if (which == ORDER) {
        npy->fortran_order = take(t, "True");
        return npy->fortran_order || take(t, "False") ? LP_OK : LP_ERR_NPY_HEADER;
    }
    if (take(t, "["))
        return list_error(t);
    if (!take_string(t, npy->dtype, sizeof npy->dtype))
        return LP_ERR_NPY_HEADER;
    return parse_dtype(npy);
}

static int parse_dictionary(struct text *t, struct lp_npy *npy)
{
    unsigned seen = 0;
    int comma = 1;
    if (!take(t, "{"))
        return LP_ERR_NPY_HEADER;
    while (!take(t, "}")) {
        int error = comma ? take_entry(t, npy, &seen) : LP_ERR_NPY_HEADER;
        if (error != LP_OK)
            return error;
        comma = take(t, ",");
    }
    skip_space(t);
    return seen == 7 && t->at == t->end ? LP_OK : LP_ERR_NPY_HEADER;
}

/* An axis of length 0 makes the array empty, however long the others are. */
static int multiply_shape(struct lp_npy *npy)
{
    uint64_t bytes = npy->item_bytes;
    for (unsigned i = 0; i < npy->axes; i++)
        if (npy->shape[i] == 0)
            bytes = 0;
    for (unsigned i = 0; i < npy->axes && bytes != 0; i++) {
        if (npy->shape[i] > INT64_MAX / bytes)
            return LP_ERR_NPY_SHAPE;
        bytes *= npy->shape[i];
    }
    npy->data_bytes = bytes;
    return LP_OK;
}

int lp_npy_parse(const void *header, size_t bytes, struct lp_npy *npy)
{
    if (npy == NULL || (header == NULL && bytes != 0))
        return LP_ERR_ARG;
    memset(npy, 0, sizeof *npy);
    int error = lp_npy_header_bytes(header, bytes, &npy->header_bytes);
    if (error != LP_OK)
        return error;
    if (bytes < npy->header_bytes)
        return LP_ERR_SHORT;
    const char *start = header;
    struct text t = {start + (start[6] > 1 ? 12 : 10), start + npy->header_bytes};
    error = parse_dictionary(&t, npy);
    return error != LP_OK ? error : multiply_shape(npy);
}
