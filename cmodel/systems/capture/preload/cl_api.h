/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The part of OpenCL's C interface that capture needs, with the names and values of the standard,
 * so that it builds without OpenCL's headers. Not installed.
 */
#ifndef LPI_CAPTURE_CL_API_H
#define LPI_CAPTURE_CL_API_H

#include <stddef.h>
#include <stdint.h>

typedef int32_t cl_int;
typedef uint32_t cl_uint, cl_bool;
typedef uint64_t cl_ulong, cl_flags;
typedef struct cl_platform *cl_platform_id;
typedef struct cl_device *cl_device_id;
typedef struct cl_context_object *cl_context;
typedef struct cl_queue *cl_command_queue;
typedef struct cl_mem_object *cl_mem;
typedef struct cl_program_object *cl_program;
typedef struct cl_kernel_object *cl_kernel;
typedef struct cl_event_object *cl_event;
typedef struct cl_sampler_object *cl_sampler;

enum {
    CL_SUCCESS = 0,
    CL_INVALID_OPERATION = -59,
    CL_FALSE = 0,
    CL_TRUE = 1,
    CL_COMPLETE = 0,
    CL_DEVICE_NAME = 0x102B,
    CL_CONTEXT_DEVICES = 0x1081,
    CL_QUEUE_CONTEXT = 0x1090,
    CL_QUEUE_DEVICE = 0x1091,
    CL_MEM_READ_WRITE = 1 << 0,
    CL_MEM_WRITE_ONLY = 1 << 1,
    CL_MEM_READ_ONLY = 1 << 2,
    CL_MEM_USE_HOST_PTR = 1 << 3,
    CL_MEM_COPY_HOST_PTR = 1 << 5,
    CL_MEM_SIZE = 0x1102,
    CL_MEM_CONTEXT = 0x1106,
    CL_PROGRAM_SOURCE = 0x1164,
    CL_PROGRAM_BUILD_OPTIONS = 0x1182,
    CL_KERNEL_FUNCTION_NAME = 0x1190,
    CL_KERNEL_NUM_ARGS = 0x1191,
    CL_KERNEL_PROGRAM = 0x1194,
    CL_KERNEL_ARG_ADDRESS_QUALIFIER = 0x1196,
    CL_KERNEL_ARG_ADDRESS_GLOBAL = 0x119B,
    CL_KERNEL_ARG_ADDRESS_LOCAL = 0x119C,
    CL_KERNEL_ARG_ADDRESS_CONSTANT = 0x119D,
    CL_BUFFER_CREATE_TYPE_REGION = 0x1220,
    CL_MAP_READ = 1 << 0,
    CL_MAP_WRITE = 1 << 1,
    CL_MAP_WRITE_INVALIDATE_REGION = 1 << 2,
};

typedef struct {
    size_t origin, size;
} cl_buffer_region;

#endif
