// SPDX-License-Identifier: Apache-2.0
// A convolution layer with ReLU, as a matrix product over unrolled patches, forward and back, and
// the step of its weights. Images are NCHW.

// Row (c, ky, kx), column (y, x): the input of the kernel's cell at that output point; 0 outside.
kernel void unroll(global const float *image, global float *patches, int channels, int size,
                   int width, int stride, int pad, int out)
{
    int point = get_global_id(0), row = get_global_id(1);
    if (point >= out * out || row >= channels * width * width)
        return;
    int c = row / (width * width), ky = row / width % width, kx = row % width;
    int y = point / out * stride + ky - pad, x = point % out * stride + kx - pad;
    int inside = y >= 0 && x >= 0 && y < size && x < size;
    patches[row * out * out + point] = inside ? image[(c * size + y) * size + x] : 0.0f;
}

// The inverse: each input point adds up the cells of all patches that contain it.
kernel void fold(global const float *patches, global float *image, int channels, int size,
                 int width, int stride, int pad, int out)
{
    int point = get_global_id(0), c = get_global_id(1);
    float sum = 0;
    if (point >= size * size || c >= channels)
        return;
    for (int ky = 0; ky < width; ky++)
        for (int kx = 0; kx < width; kx++) {
            int y = point / size + pad - ky, x = point % size + pad - kx;
            if (y < 0 || x < 0 || y % stride || x % stride || y / stride >= out ||
                x / stride >= out)
                continue;
            int row = (c * width + ky) * width + kx;
            sum += patches[row * out * out + y / stride * out + x / stride];
        }
    image[c * size * size + point] = sum;
}

// c = a * b (+ c if `add`), m x k times k x n; an operand is transposed if its flag is set, and
// then stored k x m, n x k. Groups of 16 x 16 share tiles in local memory.
kernel void product(global const float *a, global const float *b, global float *c, int m, int n,
                    int k, int turn_a, int turn_b, int add)
{
    local float tile_a[16][17], tile_b[16][17];
    int x = get_local_id(0), y = get_local_id(1);
    int column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (int at = 0; at < k; at += 16) {
        int ka = at + x, kb = at + y;
        tile_a[y][x] = row < m && ka < k ? a[turn_a ? ka * m + row : row * k + ka] : 0.0f;
        tile_b[y][x] = column < n && kb < k ? b[turn_b ? column * k + kb : kb * n + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < 16; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < m && column < n)
        c[row * n + column] = sum + (add ? c[row * n + column] : 0.0f);
}

kernel void rectify(global float *values, global const float *bias, int points, int filters)
{
    int point = get_global_id(0), f = get_global_id(1);
    if (point < points && f < filters)
        values[f * points + point] = fmax(values[f * points + point] + bias[f], 0.0f);
}

// The gradient of half the squared distance to `goal`, back through the ReLU.
kernel void differ(global const float *values, global const float *goal, global float *gradient,
                   int count)
{
    int i = get_global_id(0);
    if (i < count)
        gradient[i] = values[i] > 0 ? values[i] - goal[i] : 0.0f;
}

kernel void descend(global float *weights, global const float *gradient, float rate, int count)
{
    int i = get_global_id(0);
    if (i < count)
        weights[i] -= rate * gradient[i];
}
