/* SPDX-License-Identifier: Apache-2.0 */
#include "vdnn_report.h"
#include "../shared/json.h"
#include <string.h>

#define MIB 1048576.0

static double ms(double seconds)
{
    return 1000 * seconds;
}

/* The policy whose copies are shown in the table of layers: ZV, or the one given instead. */
static enum vdnn_policy shown(const struct vdnn_job *job)
{
    if (job->policies[VDNN_ZV].known)
        return VDNN_ZV;
    for (int p = VDNN_RL; p < VDNN_POLICIES; p++)
        if (job->policies[p].known)
            return (enum vdnn_policy)p;
    return VDNN_RAW;
}

static uint64_t moved_bytes(const struct vdnn_job *job)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < job->network.count; i++)
        bytes += job->network.steps[i].moved_bytes;
    return bytes;
}

static double gflop_image(const struct vdnn_job *job)
{
    double flops = 0;
    for (size_t i = 0; i < job->network.count; i++)
        flops += job->network.steps[i].flops;
    return flops / job->network.net.batch / 1e9;
}

/* ---- text ---- */

static void print_layers(const struct vdnn_job *job, FILE *out)
{
    const struct vdnn_timeline *t = &job->policies[shown(job)];
    fprintf(out, "%-26s %9s %6s %9s %9s %9s %9s %9s\n", "layer", "X MiB", "ratio", "forward",
            "backward", "offload", "prefetch", "stall");
    for (size_t i = 0; i < job->network.count; i++) {
        const struct lp_vdnn_task *task = &t->tasks[i];
        const struct lp_vdnn_slot *slot = &t->slots[i];
        fprintf(out, "%-26s %9.2f %6.3f %9.3f %9.3f %9.3f %9.3f %9.3f\n",
                job->network.steps[i].name, (double)task->bytes / MIB, task->ratio,
                ms(task->forward), ms(task->backward), ms(slot->offload), ms(slot->prefetch),
                ms(slot->forward_stall + slot->backward_stall));
    }
}

static void print_policies(const struct vdnn_job *job, FILE *out)
{
    const struct lp_vdnn_total *raw = &job->policies[VDNN_RAW].total;
    fprintf(out, "\n%-15s %10s %10s %10s %10s %10s\n", "", "iteration", "of oracle", "over vDNN",
            "stall", "MiB out");
    fprintf(out, "%-15s %10.3f %10.3f %10.3f %10.3f %10.2f\n", "oracle", ms(raw->oracle), 1.0,
            raw->oracle > 0 ? raw->iteration / raw->oracle : 0, 0.0, 0.0);
    for (int p = 0; p < VDNN_POLICIES; p++) {
        const struct lp_vdnn_total *total = &job->policies[p].total;
        if (!job->policies[p].known)
            continue;
        fprintf(out, "%-15s %10.3f %10.3f %10.3f %10.3f %10.2f\n", vdnn_policies[p].title,
                ms(total->iteration), total->iteration > 0 ? total->oracle / total->iteration : 1,
                total->iteration > 0 ? raw->iteration / total->iteration : 1, ms(total->stall),
                total->offloaded / MIB);
    }
}

static void print_unknown(const struct vdnn_job *job, FILE *out)
{
    char list[64] = "";
    for (int p = 0; p < VDNN_POLICIES; p++)
        if (!job->policies[p].known) {
            size_t used = strlen(list);
            snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                     vdnn_policies[p].title);
        }
    if (list[0] != '\0')
        fprintf(out, "%s: no ratios given\n", list);
}

static void print_text(const struct vdnn_options *o, const struct vdnn_job *job, FILE *out)
{
    fprintf(out, "%s, batch %u: %.2f GiB of X, %.2f GFLOP an image\n", job->network.net.title,
            job->network.net.batch, (double)moved_bytes(job) / 1024 / MIB, gflop_image(job));
    fprintf(out, "%s: %g TFLOP/s at efficiency %g, %g GB/s; link %g GB/s\n", job->gpu.title,
            job->gpu.flops / 1e12, o->ask.efficiency, job->gpu.bandwidth / 1e9, o->ask.link);
    fprintf(out, "times in ms; copies of %s\n\n", vdnn_policies[shown(job)].title);
    print_layers(job, out);
    print_policies(job, out);
    print_unknown(job, out);
}

/* ---- JSON ---- */

static json_t *copies_json(const struct vdnn_timeline *t, size_t i)
{
    const struct lp_vdnn_slot *slot = &t->slots[i];
    if (!t->known)
        return json_null();
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f}", "ratio", t->tasks[i].ratio, "offload_ms",
                     ms(slot->offload), "prefetch_ms", ms(slot->prefetch), "stall_ms",
                     ms(slot->forward_stall + slot->backward_stall), "stall_forward_ms",
                     ms(slot->forward_stall), "stall_backward_ms", ms(slot->backward_stall));
}

static json_t *layer_json(const struct vdnn_job *job, size_t i)
{
    static const char *const kinds[] = {"conv", "pool", "fc", "concat"};
    const struct lp_vdnn_step *s = &job->network.steps[i];
    const struct lp_vdnn_task *task = &job->policies[VDNN_RAW].tasks[i];
    json_t *layer = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:f, s:b, s:f, s:f}", "name",
                              s->name, "kind", kinds[s->kind], "x", s->x, "bytes",
                              (json_int_t)s->moved_bytes, "x_bytes", (json_int_t)s->x_bytes,
                              "y_bytes", (json_int_t)s->y_bytes, "weight_bytes",
                              (json_int_t)s->weight_bytes, "flops", s->flops, "dense", s->dense,
                              "forward_ms", ms(task->forward), "backward_ms", ms(task->backward));
    for (int p = 0; p < VDNN_POLICIES; p++)
        json_object_set_new(layer, vdnn_policies[p].key, copies_json(&job->policies[p], i));
    return layer;
}

static json_t *policy_json(const struct vdnn_job *job, int p)
{
    const struct lp_vdnn_total *t = &job->policies[p].total;
    if (!job->policies[p].known)
        return json_null();
    return json_pack("{s:f, s:o, s:o, s:f, s:f, s:f, s:o}", "iteration_ms", ms(t->iteration),
                     "of_oracle", lpi_json_ratio(t->oracle, t->iteration), "over_vdnn",
                     lpi_json_ratio(job->policies[VDNN_RAW].total.iteration, t->iteration),
                     "stall_ms", ms(t->stall), "offloaded_bytes", t->offloaded, "prefetched_bytes",
                     t->prefetched, "link_busy", lpi_json_ratio(t->link, t->iteration));
}

static json_t *to_json(const struct vdnn_options *o, const struct vdnn_job *job)
{
    json_t *layers = json_array();
    json_t *object = json_pack(
        "{s:o, s:I, s:I, s:f, s:o, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:s}", "network",
        lpi_json_text(job->network.net.name), "batch", (json_int_t)job->network.net.batch,
        "x_bytes", (json_int_t)moved_bytes(job), "gflop_image", gflop_image(job), "gpu",
        lpi_json_text(job->gpu.name), "tflops", job->gpu.flops / 1e12, "bandwidth_gbs",
        job->gpu.bandwidth / 1e9, "used_gbs", job->gpu.used / 1e9, "efficiency", o->ask.efficiency,
        "link_gbs", o->ask.link, "comp_gbs", o->ask.comp, "aware_gbs", o->ask.aware, "prefetch",
        vdnn_prefetch_names[o->ask.prefetch]);
    json_object_set_new(object, "flat_ratio",
                        o->ask.ratios_count == 0 ? json_real(o->ask.ratio) : json_null());
    for (size_t i = 0; i < job->network.count; i++)
        json_array_append_new(layers, layer_json(job, i));
    json_object_set_new(object, "layers", layers);
    json_object_set_new(
        object, "oracle",
        json_pack("{s:f}", "iteration_ms", ms(job->policies[VDNN_RAW].total.oracle)));
    for (int p = 0; p < VDNN_POLICIES; p++)
        json_object_set_new(object, vdnn_policies[p].key, policy_json(job, p));
    return object;
}

void vdnn_report(const struct vdnn_options *o, const struct vdnn_job *job, FILE *stream)
{
    if (o->json)
        cli_write_json(stream, to_json(o, job));
    else
        print_text(o, job, stream);
}
