// SPDX-License-Identifier: Apache-2.0
// One step of the wave equation, second order in time and space, on n points each way. `before`
// holds the field of the step before and gets that of the next. `speed` is (c dt / h)^2 at each
// point; `damp` slows the field down in a layer at each side, so that waves leave without an echo.
// The outermost points stay 0.

float damped(float now, float before, float laplacian, float speed, float damp)
{
    return (2.0f * now - (1.0f - damp) * before + speed * laplacian) / (1.0f + damp);
}

kernel void step2(global const float *now, global float *before, global const float *speed,
                  global const float *damp, int n)
{
    int x = get_global_id(0), y = get_global_id(1), i = y * n + x;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    float laplacian = now[i - 1] + now[i + 1] + now[i - n] + now[i + n] - 4.0f * now[i];
    before[i] = damped(now[i], before[i], laplacian, speed[i], damp[x] + damp[y]);
}

kernel void step3(global const float *now, global float *before, global const float *speed,
                  global const float *damp, int n)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int i = (z * n + y) * n + x;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1)
        return;
    float laplacian = now[i - 1] + now[i + 1] + now[i - n] + now[i + n] + now[i - n * n] +
                      now[i + n * n] - 6.0f * now[i];
    before[i] = damped(now[i], before[i], laplacian, speed[i], damp[x] + damp[y] + damp[z]);
}

// Adds to one point, as a source does.
kernel void shake(global float *field, int point, float value)
{
    field[point] += value;
}
