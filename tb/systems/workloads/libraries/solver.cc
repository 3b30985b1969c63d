// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients by ViennaCL on the five-point matrix of a square. The expected right-hand
// side is the matrix times the solution.
#define VIENNACL_WITH_OPENCL
#include "../host.h"

#include <cmath>
#include <map>
#include <vector>
#include <viennacl/compressed_matrix.hpp>
#include <viennacl/linalg/cg.hpp>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/vector.hpp>

static struct host_option options[] = {
    {"n", "points each way", 32, 2, 2048, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};

int main(int argc, char **argv)
{
    host_begin_library(argc, argv, "Conjugate gradients by ViennaCL.", options);
    long n = host_option("n");
    size_t count = static_cast<size_t>(n * n);
    std::vector<std::map<unsigned, double>> rows(count);
    std::vector<double> right(count), solution(count), product(count);
    for (long i = 0; i < n * n; i++) {
        rows[i][i] = 4.1;
        if (i % n > 0)
            rows[i][i - 1] = -1;
        if (i % n < n - 1)
            rows[i][i + 1] = -1;
        if (i >= n)
            rows[i][i - n] = -1;
        if (i < n * n - n)
            rows[i][i + n] = -1;
        right[i] = host_random();
    }
    viennacl::compressed_matrix<double> matrix(count, count);
    viennacl::vector<double> b(count);
    viennacl::copy(rows, matrix);
    viennacl::copy(right, b);
    viennacl::vector<double> x = viennacl::linalg::solve(matrix, b,
                                                         viennacl::linalg::cg_tag(1e-10, 1000));
    viennacl::copy(x, solution);
    for (size_t i = 0; i < count; i++)
        for (const auto &entry : rows[i])
            product[i] += entry.second * solution[entry.first];
    host_check_doubles("product", product.data(), right.data(), count, 1e-8);
    return host_finish();
}
