/* SPDX-License-Identifier: Apache-2.0 */
/* Headers that every Verilated unit includes, in one that can be precompiled. */
#ifndef LP_COSIM_RUNTIME_H
#define LP_COSIM_RUNTIME_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <type_traits>

#include <verilated.h>
#if VM_TRACE
#include <verilated_fst_c.h>
#endif

#endif
