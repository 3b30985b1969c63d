// SPDX-License-Identifier: Apache-2.0
// Lagrange hydrodynamics on hexahedra: the mesh moves with the gas. An element gathers its eight
// corners by number and leaves eight forces; a node gathers those of the elements around it.

// The corners of each face, counter-clockwise as seen from outside.
constant int face[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                           {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

// Area of a face as a vector: half the cross product of its diagonals.
double3 area(const double3 *c, int f)
{
    double3 a = c[face[f][2]] - c[face[f][0]], b = c[face[f][3]] - c[face[f][1]];
    return 0.5 * cross(a, b);
}

kernel void element_forces(global const int *corners, global const double *place,
                           global const double *energy, global const double *mass,
                           global double *volume, global double *work, global double *forces,
                           int elements, int nodes)
{
    int e = get_global_id(0);
    double3 c[8], push[8];
    if (e >= elements)
        return;
    for (int i = 0; i < 8; i++) {
        int n = corners[i * elements + e];
        c[i] = (double3)(place[n], place[nodes + n], place[2 * nodes + n]);
        push[i] = 0;
    }
    double now = 0;
    for (int f = 0; f < 6; f++) {
        double3 middle = 0.25 * (c[face[f][0]] + c[face[f][1]] + c[face[f][2]] + c[face[f][3]]);
        now += dot(middle - c[0], area(c, f)) / 3;
    }
    double pressure = 0.4 * energy[e] * mass[e] / now;
    work[e] = -pressure * (now - volume[e]) / mass[e];
    volume[e] = now;
    for (int f = 0; f < 6; f++)
        for (int i = 0; i < 4; i++)
            push[face[f][i]] += 0.25 * pressure * area(c, f);
    for (int i = 0; i < 8; i++) {
        forces[i * elements + e] = push[i].x;
        forces[(8 + i) * elements + e] = push[i].y;
        forces[(16 + i) * elements + e] = push[i].z;
    }
}

// `around` names the corners at node n as i * elements + e, from first[n] to first[n + 1] - 1.
kernel void move_nodes(global const int *first, global const int *around,
                       global const double *forces, global const double *mass,
                       global double *speed, global double *place, int elements, int nodes,
                       double dt)
{
    int n = get_global_id(0);
    if (n >= nodes)
        return;
    double total[3] = {0, 0, 0};
    for (int a = first[n]; a < first[n + 1]; a++)
        for (int d = 0; d < 3; d++)
            total[d] += forces[8 * d * elements + around[a]];
    for (int d = 0; d < 3; d++) {
        speed[d * nodes + n] += dt * total[d] / mass[n];
        place[d * nodes + n] += dt * speed[d * nodes + n];
    }
}

kernel void add_work(global double *energy, global const double *work, int elements)
{
    int e = get_global_id(0);
    if (e < elements)
        energy[e] = fmax(energy[e] + work[e], 0.0);
}
