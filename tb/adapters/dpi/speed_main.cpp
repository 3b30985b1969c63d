// SPDX-License-Identifier: Apache-2.0
// The clock of speed_tb.sv: faster than one with --timing, which would hide the measured time.
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
