/* SPDX-License-Identifier: Apache-2.0 */
/* Prototypes of the OpenCL functions that the test program calls and the small library has. */
#ifndef TB_CAPTURE_CL_CALLS_H
#define TB_CAPTURE_CL_CALLS_H

#include "../../../cmodel/systems/capture/preload/cl_api.h"

#define CL_DEVICE_TYPE_ALL 0xFFFFFFFFu
#define CL_MEM_HOST_NO_ACCESS (1 << 9)

cl_int clGetPlatformIDs(cl_uint, cl_platform_id *, cl_uint *);
cl_int clGetDeviceIDs(cl_platform_id, cl_ulong, cl_uint, cl_device_id *, cl_uint *);
cl_int clGetDeviceInfo(cl_device_id, cl_uint, size_t, void *, size_t *);
cl_context clCreateContext(const intptr_t *, cl_uint, const cl_device_id *, void *, void *,
                           cl_int *);
cl_int clGetContextInfo(cl_context, cl_uint, size_t, void *, size_t *);
cl_command_queue clCreateCommandQueue(cl_context, cl_device_id, cl_flags, cl_int *);
cl_int clRetainCommandQueue(cl_command_queue);
cl_int clReleaseCommandQueue(cl_command_queue);
cl_int clGetCommandQueueInfo(cl_command_queue, cl_uint, size_t, void *, size_t *);
cl_int clFinish(cl_command_queue);
cl_program clCreateProgramWithSource(cl_context, cl_uint, const char **, const size_t *, cl_int *);
cl_int clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *, void *, void *);
cl_int clGetProgramInfo(cl_program, cl_uint, size_t, void *, size_t *);
cl_int clGetProgramBuildInfo(cl_program, cl_device_id, cl_uint, size_t, void *, size_t *);
cl_kernel clCreateKernel(cl_program, const char *, cl_int *);
cl_int clGetKernelInfo(cl_kernel, cl_uint, size_t, void *, size_t *);
cl_int clGetKernelArgInfo(cl_kernel, cl_uint, cl_uint, size_t, void *, size_t *);
cl_int clSetKernelArg(cl_kernel, cl_uint, size_t, const void *);
cl_mem clCreateBuffer(cl_context, cl_flags, size_t, void *, cl_int *);
cl_mem clCreateSubBuffer(cl_mem, cl_flags, cl_uint, const void *, cl_int *);
cl_mem clCreateImage2D(cl_context, cl_flags, const void *, size_t, size_t, size_t, void *,
                       cl_int *);
cl_int clRetainMemObject(cl_mem);
cl_int clReleaseMemObject(cl_mem);
cl_int clGetMemObjectInfo(cl_mem, cl_uint, size_t, void *, size_t *);
cl_int clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *,
                              const size_t *, cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueReadBuffer(cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, cl_uint,
                           const cl_event *, cl_event *);
cl_int clEnqueueWriteBuffer(cl_command_queue, cl_mem, cl_bool, size_t, size_t, const void *,
                            cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueCopyBuffer(cl_command_queue, cl_mem, cl_mem, size_t, size_t, size_t, cl_uint,
                           const cl_event *, cl_event *);
void *clEnqueueMapBuffer(cl_command_queue, cl_mem, cl_bool, cl_flags, size_t, size_t, cl_uint,
                         const cl_event *, cl_event *, cl_int *);
cl_int clEnqueueUnmapMemObject(cl_command_queue, cl_mem, void *, cl_uint, const cl_event *,
                               cl_event *);

#endif
