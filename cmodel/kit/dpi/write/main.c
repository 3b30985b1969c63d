/* SPDX-License-Identifier: Apache-2.0 */
/* write_dpi FILE.svh FILE.c */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "write.h"

static const char note[] = "// SPDX-License-Identifier: Apache-2.0\n"
                           "// Written from the port tables by the build: do not edit.\n";
static const char about[] =
    "//\n"
    "// What holds a unit of yours against Linepress's models, in any simulator with DPI-C:\n"
    "// docs/use/dpi.md. Include it outside modules, and load liblinepress_dpi.so.\n"
    "//\n"
    "// lp_dpi_UNIT_create(\"NAME=VALUE,...\") gives a handle for the functions of that unit:\n"
    "//   _gen          inputs of the next case of LEVEL=1|2 and SEED=N, as linepress gen\n"
    "//   _step         inputs of a case in, what is due out, by the functional model\n"
    "//   _step_check   inputs and what the DUT gave; 1 if that is what is due\n"
    "//   _cycle        inputs of a clock cycle in, what the outputs must be, by the cycle model\n"
    "//   _cycle_check  all ports before a clock edge; 1 if the outputs are right\n"
    "//   _mismatches   how many checks have found a mismatch\n"
    "//   _message      the last mismatch\n"
    "//   _destroy      ends the handle\n"
    "//\n"
    "// An output of the DUT that is X or Z is a mismatch. A call that is wrong, or an input that\n"
    "// no unit has to take, ends the simulation with $fatal in lp_dpi_die.\n"
    "//\n"
    "// Bytes are a vector, the first byte lowest, and how many of them count. With LP_DPI_SOME\n"
    "// defined there are only the units UNIT for which LP_DPI_UNIT is defined.\n";
static const char common[] =
    "  import \"DPI-C\" function longint lp_dpi_abi();\n"
    "  import \"DPI-C\" lp_dpi_fits = function int c_fits(\n"
    "      input longint svh, input longint linked);\n"
    "  import \"DPI-C\" lp_dpi_error = function string c_error();\n"
    "  import \"DPI-C\" lp_dpi_create = function chandle c_create(\n"
    "      input int unsigned unit, input string parameters);\n"
    "  import \"DPI-C\" lp_dpi_mismatches = function longint c_mismatches(\n"
    "      input chandle handle, input int unsigned unit);\n"
    "  import \"DPI-C\" lp_dpi_message = function int c_message(\n"
    "      input chandle handle, input int unsigned unit, output string text);\n"
    "  import \"DPI-C\" lp_dpi_destroy = function int c_destroy(\n"
    "      input chandle handle, input int unsigned unit);\n";
static const char functions[] =
    "\n"
    "  /// Every wrong call ends here.\n"
    "  function automatic void lp_dpi_die();\n"
    "    $fatal(1, \"%s\", c_error());\n"
    "  endfunction\n"
    "\n"
    "  function automatic chandle lp_dpi_new(input int unsigned unit, input string parameters);\n"
    "    if (c_fits(LP_DPI_ABI, lp_dpi_abi()) < 0) lp_dpi_die();\n"
    "    lp_dpi_new = c_create(unit, parameters);\n"
    "    if (lp_dpi_new == null) lp_dpi_die();\n"
    "  endfunction\n"
    "\n"
    "  function automatic longint lp_dpi_count(input chandle handle, input int unsigned unit);\n"
    "    lp_dpi_count = c_mismatches(handle, unit);\n"
    "    if (lp_dpi_count < 0) lp_dpi_die();\n"
    "  endfunction\n"
    "\n"
    "  function automatic string lp_dpi_last(input chandle handle, input int unsigned unit);\n"
    "    if (c_message(handle, unit, lp_dpi_last) < 0) lp_dpi_die();\n"
    "  endfunction\n"
    "\n"
    "  function automatic void lp_dpi_end(input chandle handle, input int unsigned unit);\n"
    "    if (c_destroy(handle, unit) < 0) lp_dpi_die();\n"
    "  endfunction\n";

/* Digest of the C functions' arguments and results (FNV-1a). */
static uint64_t digest(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

static FILE *open_to(const char *path)
{
    FILE *to = fopen(path, "w");

    if (to == NULL) {
        fprintf(stderr, "write_dpi: %s: %s\n", path, strerror(errno));
        exit(2);
    }
    return to;
}

static void close_to(FILE *to, const char *path)
{
    if (ferror(to) | fclose(to)) {
        fprintf(stderr, "write_dpi: %s: %s\n", path, strerror(errno));
        remove(path);
        exit(2);
    }
}

/* The imports of every unit, after the common ones, which no macro omits. */
static char *all_imports(void)
{
    struct lpi_dpi_shape shape;
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    if (to == NULL)
        exit(2);
    fputs(common, to);
    for (unsigned i = 0; lpi_dpi_shape(i, &shape); i++)
        lpi_dpi_write_imports(to, &shape);
    close_to(to, "memory");
    return text;
}

static void write_svh(const char *path, uint64_t abi)
{
    struct lpi_dpi_shape shape;
    FILE *to = open_to(path);

    fprintf(to,
            "%s%s`ifndef LINEPRESS_DPI_SVH\n`define LINEPRESS_DPI_SVH\n"
            "// verilator lint_save\n// verilator lint_off UNUSEDSIGNAL\n"
            "// verilator lint_off WIDTHCONCAT\n\n",
            note, about);
    fprintf(to, "package linepress_dpi;\n  localparam longint LP_DPI_ABI = 64'h%016" PRIx64 ";\n\n",
            abi);
    fprintf(to, "%s%s", common, functions);
    for (unsigned i = 0; lpi_dpi_shape(i, &shape); i++) {
        fprintf(to,
                "\n`ifdef LP_DPI_SOME\n`ifdef LP_DPI_%s\n`define LP_DPI_NOW\n`endif\n`else\n"
                "`define LP_DPI_NOW\n`endif\n`ifdef LP_DPI_NOW\n",
                shape.name);
        lpi_dpi_write_imports(to, &shape);
        lpi_dpi_write_functions(to, &shape);
        fputs("`undef LP_DPI_NOW\n`endif\n", to);
    }
    fputs("endpackage\n// verilator lint_restore\n\n`endif\n", to);
    close_to(to, path);
}

static void write_c(const char *path, uint64_t abi)
{
    struct lpi_dpi_shape shape;
    FILE *to = open_to(path);

    fprintf(to,
            "%s#include \"kit/dpi/dpi.h\"\n\n#include <string.h>\n\n"
            "const int64_t lpi_dpi_abi = (int64_t)UINT64_C(0x%016" PRIx64 ");\n",
            note, abi);
    for (unsigned i = 0; lpi_dpi_shape(i, &shape); i++)
        lpi_dpi_write_c(to, &shape);
    close_to(to, path);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: write_dpi FILE.svh FILE.c\n", stderr);
        return 2;
    }
    char *imports = all_imports();
    uint64_t abi = digest(imports);
    free(imports);
    write_svh(argv[1], abi);
    write_c(argv[2], abi);
    return 0;
}
