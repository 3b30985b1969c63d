/* SPDX-License-Identifier: Apache-2.0 */
/* The commands of the command line. */
#ifndef LPI_CLI_H
#define LPI_CLI_H

int cli_ratio(int argc, char **argv);
int cli_compress(int argc, char **argv);
int cli_decompress(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_cosim(int argc, char **argv);
int cli_buddy(int argc, char **argv);
int cli_dma(int argc, char **argv);
int cli_vdnn(int argc, char **argv);
int cli_capture(int argc, char **argv);
int cli_swap(int argc, char **argv);
int cli_huvm(int argc, char **argv);
int cli_gpu(int argc, char **argv);
int cli_energy(int argc, char **argv);
int cli_um(int argc, char **argv);
int cli_batch(int argc, char **argv);
int cli_profile(int argc, char **argv);
int cli_report(int argc, char **argv);
int cli_trace(int argc, char **argv);
int cli_gen(int argc, char **argv);
int cli_check(int argc, char **argv);
int cli_vectors(int argc, char **argv);

#endif
