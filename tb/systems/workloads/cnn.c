/* SPDX-License-Identifier: Apache-2.0 */
/* Training steps of one convolution layer, shaped as in well-known networks: see cnn.cl. */
#include "host.h"

#include <math.h>
#include <stdlib.h>

/* The layers' shapes, from the networks' papers. */
static const struct shape {
    int channels, size, filters, width, stride, pad;
} shapes[] = {
    {3, 227, 96, 11, 4, 0},  /* AlexNet, first */
    {192, 13, 192, 3, 1, 1}, /* AlexNet, fourth, one of its two halves */
    {64, 224, 64, 3, 1, 1},  /* VGG16, second */
    {512, 14, 512, 3, 1, 1}, /* VGG16, last */
    {128, 28, 128, 3, 1, 1}, /* ResNet50, third stage */
    {16, 55, 64, 3, 1, 1},   /* SqueezeNet 1.1, first fire module */
    {96, 28, 128, 3, 1, 1},  /* GoogLeNet, 3a */
    {8, 16, 12, 3, 1, 1},    /* small, for tests */
};
static const char *const names[] = {"alexnet1", "alexnet4", "vgg2",   "vgg13",
                                    "resnet3",  "squeeze",  "google", "small"};

static struct host_option options[] = {
    {"layer", "its shape", 4, 0, 7, names},
    {"batch", "images a step", 1, 1, 256, NULL},
    {"steps", "steps", 1, 1, 100000, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};

static const struct shape *s;
static int out, points, cells;
static float rate;

/* ---- the reference: sums over all contributions to a value ---- */

static void forward(const float *image, const float *weights, const float *bias, float *values)
{
    for (int f = 0; f < s->filters; f++)
        for (int p = 0; p < points; p++) {
            double sum = bias[f];
            for (int r = 0; r < cells; r++) {
                int y = p / out * s->stride + r / s->width % s->width - s->pad;
                int x = p % out * s->stride + r % s->width - s->pad;
                int c = r / s->width / s->width;
                if (y >= 0 && x >= 0 && y < s->size && x < s->size)
                    sum += (double)weights[f * cells + r] * image[(c * s->size + y) * s->size + x];
            }
            values[f * points + p] = sum > 0 ? (float)sum : 0;
        }
}

static void backward(const float *image, const float *weights, const float *gradient,
                     double *change, double *below)
{
    for (int f = 0; f < s->filters; f++)
        for (int p = 0; p < points; p++) {
            double g = gradient[f * points + p];
            for (int r = 0; g != 0 && r < cells; r++) {
                int y = p / out * s->stride + r / s->width % s->width - s->pad;
                int x = p % out * s->stride + r % s->width - s->pad;
                int at = (r / s->width / s->width * s->size + y) * s->size + x;
                if (y < 0 || x < 0 || y >= s->size || x >= s->size)
                    continue;
                change[f * cells + r] += g * image[at];
                below[at] += g * weights[f * cells + r];
            }
        }
}

/* Half of a ReLU's outputs are 0. */
static float *make_images(int batch, size_t count)
{
    float *images = host_alloc((size_t)batch * count, 4);
    for (size_t i = 0; i < (size_t)batch * count; i++)
        images[i] = (float)fmax(host_random() - 0.5, 0);
    return images;
}

struct device {
    cl_mem image, patches, weights, bias, values, goal, gradient, change, unfolded, below;
};

static struct host_range tiles(int m, int n)
{
    return (struct host_range){{(size_t)n, (size_t)m}, {16, 16}};
}

static struct host_range rows(int columns, int count)
{
    return (struct host_range){{(size_t)columns, (size_t)count}, {64, 1}};
}

static void step_image(const struct device *d, int first)
{
    int f = s->filters, all = f * points;
    struct host_range every = {{(size_t)all}, {64}};
    host_run("unroll", rows(points, cells), "bbiiiiii", d->image, d->patches, s->channels, s->size,
             s->width, s->stride, s->pad, out);
    host_run("product", tiles(f, points), "bbbiiiiii", d->weights, d->patches, d->values, f, points,
             cells, 0, 0, 0);
    host_run("rectify", rows(points, f), "bbii", d->values, d->bias, points, f);
    host_run("differ", every, "bbbi", d->values, d->goal, d->gradient, all);
    host_run("product", tiles(f, cells), "bbbiiiiii", d->gradient, d->patches, d->change, f, cells,
             points, 0, 1, !first);
    host_run("product", tiles(cells, points), "bbbiiiiii", d->weights, d->gradient, d->unfolded,
             cells, points, f, 1, 0, 0);
    host_run("fold", rows(s->size * s->size, s->channels), "bbiiiiii", d->unfolded, d->below,
             s->channels, s->size, s->width, s->stride, s->pad, out);
}

int main(int argc, char **argv)
{
    host_begin(argc, argv, "Training steps of a convolution layer.", options);
    s = &shapes[host_option("layer")];
    out = (s->size + 2 * s->pad - s->width) / s->stride + 1;
    points = out * out;
    cells = s->channels * s->width * s->width;
    int batch = (int)host_option("batch"), weights_count = s->filters * cells;
    size_t pixels = (size_t)s->channels * s->size * s->size, all = (size_t)s->filters * points;
    float *images = make_images(batch, pixels), *weights = host_alloc((size_t)weights_count, 4);
    float *bias = host_alloc((size_t)s->filters, 4), *goal = host_alloc(all, 4);
    float *values = host_alloc(all, 4), *got = host_alloc(all > pixels ? all : pixels, 4);
    float *gradient = host_alloc(all, 4), *got_weights = host_alloc((size_t)weights_count, 4);
    double *change = host_alloc((size_t)weights_count, 8), *below = host_alloc(pixels, 8);
    rate = 1e-3f / (float)points;
    for (int i = 0; i < weights_count; i++)
        weights[i] = (float)((host_random() + host_random() - 1) * sqrt(6.0 / cells));
    for (size_t i = 0; i < all; i++)
        goal[i] = (float)fmax(host_random() - 0.5, 0);
    struct device d = {.image = host_buffer(images, pixels * 4),
                       .patches = host_buffer(NULL, 4 * (size_t)cells * points),
                       .weights = host_buffer(weights, 4 * (size_t)weights_count),
                       .bias = host_buffer(bias, 4 * (size_t)s->filters),
                       .values = host_buffer(NULL, 4 * all),
                       .goal = host_buffer(goal, 4 * all),
                       .gradient = host_buffer(NULL, 4 * all),
                       .change = host_buffer(NULL, 4 * (size_t)weights_count),
                       .unfolded = host_buffer(NULL, 4 * (size_t)cells * points),
                       .below = host_buffer(NULL, pixels * 4)};
    struct host_range every = {{(size_t)weights_count}, {64}};
    for (int step = 0; step < host_option("steps"); step++) {
        for (int i = 0; i < weights_count; i++)
            change[i] = 0;
        for (int b = 0; b < batch; b++) {
            const float *image = images + (size_t)b * pixels;
            host_write(d.image, image, pixels * 4);
            step_image(&d, b == 0);
            forward(image, weights, bias, values);
            for (size_t i = 0; i < all; i++)
                gradient[i] = values[i] > 0 ? values[i] - goal[i] : 0;
            for (size_t i = 0; i < pixels; i++)
                below[i] = 0;
            backward(image, weights, gradient, change, below);
        }
        host_run("descend", every, "bbfi", d.weights, d.change, (double)rate, weights_count);
        for (int i = 0; i < weights_count; i++)
            weights[i] -= rate * (float)change[i];
    }
    float *due = host_alloc(pixels, 4);
    for (size_t i = 0; i < pixels; i++)
        due[i] = (float)below[i];
    host_read(d.values, got, 4 * all);
    host_check_floats("values", got, values, all, 1e-4);
    host_read(d.below, got, 4 * pixels);
    host_check_floats("gradient", got, due, pixels, 1e-3);
    host_read(d.weights, got_weights, 4 * (size_t)weights_count);
    host_check_floats("weights", got_weights, weights, (size_t)weights_count, 1e-4);
    return host_finish();
}
