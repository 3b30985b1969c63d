/* SPDX-License-Identifier: Apache-2.0 */
#include <linepress/linepress.h>

const char *lp_version(void)
{
    return LP_VERSION_STRING;
}

static const char *answer_text(int answer)
{
    switch ((enum lp_answer)answer) {
    case LP_ANSWER_OK: break;
    case LP_ANSWER_TARGET: return "reserved target, or a target on a page that is not compressed";
    case LP_ANSWER_SLOT: return "a slot of the page is past the carve-out";
    case LP_ANSWER_FRAME: return "a frame of the page is past device memory";
    case LP_ANSWER_STATE: return "the line's metadata state is reserved or impossible on its page";
    case LP_ANSWER_CORRUPT: return "the line's stored bytes are not what a codec writes";
    case LP_ANSWER_MEMORY: return "a memory reported an error";
    }
    return "unknown answer";
}

const char *lp_strerror(int error)
{
    if (error > 0)
        return answer_text(error);
    switch ((enum lp_error)error) {
    case LP_OK: return "success";
    case LP_ERR_ARG: return "invalid argument";
    case LP_ERR_SPACE: return "output buffer too small";
    case LP_ERR_SHORT: return "truncated: the data ends before what it announces";
    case LP_ERR_LONG: return "unexpected data after the end";
    case LP_ERR_CORRUPT: return "corrupt data";
    case LP_ERR_SYSTEM: return "system error";
    case LP_ERR_EMPTY: return "empty: there is no data in it";
    case LP_ERR_NPY_MAGIC: return "not an .npy file: wrong magic";
    case LP_ERR_NPY_VERSION: return "unknown .npy format version";
    case LP_ERR_NPY_HEADER: return "malformed .npy header";
    case LP_ERR_NPY_OBJECT: return ".npy array of Python objects is not supported";
    case LP_ERR_NPY_DTYPE: return ".npy element type is not supported";
    case LP_ERR_NPY_SHAPE: return ".npy shape is too large";
    case LP_ERR_FRAME_MAGIC: return "not a Linepress file: wrong magic";
    case LP_ERR_FRAME_VERSION: return "unknown Linepress file version";
    case LP_ERR_FRAME_CRC: return "corrupt: a checksum does not match";
    case LP_ERR_CODEC: return "unknown codec";
    case LP_ERR_DEVICE_FULL: return "out of device memory";
    case LP_ERR_BUDDY_FULL: return "out of buddy memory: no slot in the carve-out is free";
    case LP_ERR_ADDRESS: return "no allocation at this address";
    case LP_ERR_TRACE_MAGIC: return "not a trace: wrong magic";
    case LP_ERR_TRACE_VERSION: return "unknown trace version";
    case LP_ERR_TRACE_CRC: return "corrupt trace: its checksum does not match";
    case LP_ERR_TRACE_RECORD: return "malformed access";
    case LP_ERR_TRACE_COUNT: return "more accesses than a trace may have";
    case LP_ERR_ENGINE: return "this engine is not in this build";
    case LP_ERR_MEMORY: return "a memory of the engine reported an error";
    case LP_ERR_ABORTED: return "the transfer was aborted";
    case LP_ERR_TIMEOUT: return "the card did not answer in time and was reset";
    case LP_ERR_CARD: return "no card that can be used";
    case LP_ERR_TARGETS: return "not a target file, or one that contradicts itself";
    case LP_ERR_TARGETS_VERSION: return "unknown version of a target file";
    case LP_ERR_NAME: return "no allocation of that name";
    case LP_ERR_HOST_FULL: return "out of host memory for tensors";
    }
    return "unknown error";
}
