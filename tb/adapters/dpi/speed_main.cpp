// SPDX-License-Identifier: Apache-2.0
// The clock of speed_tb.sv: quicker than one with --timing, which would hide what is measured.
#include <verilated.h>

#include "Vspeed.h"

int main(int argc, char **argv)
{
    VerilatedContext context;
    context.commandArgs(argc, argv);
    Vspeed top{&context};
    while (!context.gotFinish()) {
        top.clk_i = !top.clk_i;
        top.eval();
    }
    top.final();
    return 0;
}
