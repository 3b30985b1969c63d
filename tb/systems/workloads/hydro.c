/* SPDX-License-Identifier: Apache-2.0 */
/* A blast in a corner of a cube of gas: see hydro.cl. */
#include "host.h"

#include <math.h>
#include <stdlib.h>

#define DT 2e-3

static struct host_option options[] = {
    {"n", "elements each way", 20, 1, 200, NULL},
    {"steps", "steps of time", 40, 1, 1000000, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};

static int n, elements, nodes;
static int *corners, *first, *around;
static double *place, *speed, *node_mass, *energy, *mass, *volume, *work, *forces;

/* Corner i of an element is its lowest node plus bits 0, 1 and 2 of i in x, y and z. */
static void make_mesh(void)
{
    int side = n + 1;
    for (int i = 0; i < nodes; i++) {
        place[i] = (double)(i % side) / n;
        place[nodes + i] = (double)(i / side % side) / n;
        place[2 * nodes + i] = (double)(i / side / side) / n;
    }
    for (int e = 0; e < elements; e++) {
        mass[e] = volume[e] = 1.0 / elements;
        energy[e] = e == 0 ? 10 : 0.1;
        for (int i = 0; i < 8; i++) {
            int node = ((e / n / n + i / 4) * side + e / n % n + i / 2 % 2) * side + e % n + i % 2;
            corners[i * elements + e] = node;
            node_mass[node] += mass[e] / 8;
            first[node + 1]++;
        }
    }
    for (int i = 0; i < nodes; i++)
        first[i + 1] += first[i];
    int *filled = host_alloc((size_t)nodes, sizeof *filled);
    for (int e = 0; e < elements; e++)
        for (int i = 0; i < 8; i++) {
            int node = corners[i * elements + e];
            around[first[node] + filled[node]++] = i * elements + e;
        }
    free(filled);
}

/* The area of the face of axis d on a side, outward, and its corners. */
static void face_of(int e, int d, int up, int at[4], double area[3], double middle[3])
{
    double a[3], b[3];
    int u = 1 << (d + 1) % 3, v = 1 << (d + 2) % 3, base = up << d;
    const int list[4] = {base, base + u, base + u + v, base + v};
    for (int i = 0; i < 4; i++)
        at[i] = list[i];
    for (int k = 0; k < 3; k++) {
        const double *p = place + (size_t)k * nodes;
        middle[k] = 0;
        for (int i = 0; i < 4; i++)
            middle[k] += p[corners[at[i] * elements + e]] / 4;
        a[k] = p[corners[at[2] * elements + e]] - p[corners[at[0] * elements + e]];
        b[k] = p[corners[at[3] * elements + e]] - p[corners[at[1] * elements + e]];
    }
    for (int k = 0; k < 3; k++)
        area[k] = (up ? 0.5 : -0.5) *
                  (a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
}

static void push_element(int e)
{
    double now = 0, area[6][3], middle[3];
    int at[6][4];
    for (int f = 0; f < 6; f++) {
        face_of(e, f / 2, f % 2, at[f], area[f], middle);
        for (int k = 0; k < 3; k++)
            now += (middle[k] - place[k * nodes + corners[e]]) * area[f][k] / 3;
    }
    double pressure = 0.4 * energy[e] * mass[e] / now;
    work[e] = -pressure * (now - volume[e]) / mass[e];
    volume[e] = now;
    for (int k = 0; k < 24; k++)
        forces[k * elements + e] = 0;
    for (int f = 0; f < 6; f++)
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++)
                forces[(8 * k + at[f][i]) * elements + e] += 0.25 * pressure * area[f][k];
}

static void reference(void)
{
    for (int e = 0; e < elements; e++)
        push_element(e);
    for (int i = 0; i < nodes; i++)
        for (int k = 0; k < 3; k++) {
            double total = 0;
            for (int a = first[i]; a < first[i + 1]; a++)
                total += forces[8 * k * elements + around[a]];
            speed[k * nodes + i] += DT * total / node_mass[i];
            place[k * nodes + i] += DT * speed[k * nodes + i];
        }
    for (int e = 0; e < elements; e++)
        energy[e] = fmax(energy[e] + work[e], 0);
}

int main(int argc, char **argv)
{
    host_begin(argc, argv, "Lagrange hydrodynamics with gather and scatter.", options);
    n = (int)host_option("n");
    elements = n * n * n;
    nodes = (n + 1) * (n + 1) * (n + 1);
    size_t es = (size_t)elements, ns = (size_t)nodes;
    corners = host_alloc(8 * es, 4);
    first = host_alloc(ns + 1, 4);
    around = host_alloc(8 * es, 4);
    place = host_alloc(3 * ns, 8);
    speed = host_alloc(3 * ns, 8);
    node_mass = host_alloc(ns, 8);
    energy = host_alloc(es, 8);
    mass = host_alloc(es, 8);
    volume = host_alloc(es, 8);
    work = host_alloc(es, 8);
    forces = host_alloc(24 * es, 8);
    make_mesh();
    cl_mem d_corners = host_buffer(corners, 32 * es), d_first = host_buffer(first, 4 * ns + 4);
    cl_mem d_around = host_buffer(around, 32 * es), d_place = host_buffer(place, 24 * ns);
    cl_mem d_speed = host_buffer(NULL, 24 * ns), d_node_mass = host_buffer(node_mass, 8 * ns);
    cl_mem d_energy = host_buffer(energy, 8 * es), d_mass = host_buffer(mass, 8 * es);
    cl_mem d_volume = host_buffer(volume, 8 * es), d_work = host_buffer(NULL, 8 * es);
    cl_mem d_forces = host_buffer(NULL, 24 * 8 * es);
    struct host_range by_element = {{es}, {64}}, by_node = {{ns}, {64}};
    for (int step = 0; step < host_option("steps"); step++) {
        host_run("element_forces", by_element, "bbbbbbbii", d_corners, d_place, d_energy, d_mass,
                 d_volume, d_work, d_forces, elements, nodes);
        host_run("move_nodes", by_node, "bbbbbbiid", d_first, d_around, d_forces, d_node_mass,
                 d_speed, d_place, elements, nodes, DT);
        host_run("add_work", by_element, "bbi", d_energy, d_work, elements);
        reference();
    }
    double *got = host_alloc(3 * ns, 8);
    host_read(d_place, got, 24 * ns);
    host_check_doubles("place", got, place, 3 * ns, 1e-10);
    host_read(d_energy, got, 8 * es);
    host_check_doubles("energy", got, energy, es, 1e-9);
    return host_finish();
}
