// SPDX-License-Identifier: Apache-2.0
// A plugin of Oclgrind, which `linepress trace` loads: it writes a warp trace (format.md,
// section 20) of the kernels that a program launches. Oclgrind runs work-items one after the other;
// cmodel/lib/warp/lanes.h puts their instructions together as warps. Oclgrind is built without run-time
// types, so this file is too (-fno-rtti).
//
// Environment, set by `linepress trace` or its replayer:
//   LINEPRESS_TRACE_FD       file descriptor for the trace
//   LINEPRESS_TRACE_KERNEL   only launches of this kernel
//   LINEPRESS_TRACE_FIRST, LINEPRESS_TRACE_LAST   only these launches, from 1
//   LINEPRESS_TRACE_NAMES    names of the buffers in the order of creation, a line each
// A failure prints one line and ends the process with the status TRACE_FAILED.
#include "../../../cmodel/lib/warp/lanes.h"

#include <oclgrind/Context.h>
#include <oclgrind/Kernel.h>
#include <oclgrind/KernelInvocation.h>
#include <oclgrind/Memory.h>
#include <oclgrind/Plugin.h>
#include <oclgrind/Program.h>
#include <oclgrind/WorkGroup.h>
#include <oclgrind/WorkItem.h>

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <unistd.h>

namespace {

const int TRACE_FAILED = 99;
const uint64_t PAGE = 65536; // buffers begin at multiples of it

[[noreturn]] __attribute__((format(printf, 1, 2))) void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    std::fputs("linepress: trace: ", stderr);
    std::vfprintf(stderr, format, arguments);
    std::fputc('\n', stderr);
    std::fflush(stderr);
    _exit(TRACE_FAILED);
}

void check(int error)
{
    if (error == LP_ERR_SYSTEM)
        fail("%s", errno == EPIPE ? "the trace cannot be written" : std::strerror(errno));
    if (error != LP_OK)
        fail("the warps of this launch fit no trace (%s)", lp_strerror(error));
}

int write_all(void *context, const void *buffer, size_t bytes)
{
    const char *from = static_cast<const char *>(buffer);
    while (bytes > 0) {
        ssize_t n = write(*static_cast<int *>(context), from, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return LP_ERR_SYSTEM;
        from += n;
        bytes -= static_cast<size_t>(n);
    }
    return LP_OK;
}

// A buffer of the program, and its bytes as known to the trace's reader.
struct Buffer {
    std::string name;
    size_t bytes;
    bool constant;
    bool written;     // the trace has it
    uint64_t address; // in the trace
    std::vector<uint8_t> known;
};

struct Access {
    enum lp_warp_kind kind;
    size_t address, size;
    std::vector<uint8_t> bytes;
};

// Constant properties of an instruction, and the numbers of its accesses.
struct Instruction {
    uint32_t plain;
    bool counted, constant;
    std::vector<const llvm::Instruction *> operands;
    std::map<std::tuple<size_t, int, unsigned>, uint32_t> pieces; // place, kind, width
};

class Tracer {
public:
    Tracer();
    void finish();
    void allocated(const oclgrind::Memory *memory, size_t address, size_t bytes);
    void freed(const oclgrind::Memory *memory, size_t address);
    void begin(const oclgrind::KernelInvocation *launch, const oclgrind::Memory *memory);
    void end();
    void group(const oclgrind::WorkGroup *group);
    void group_end();
    void barrier();
    void access(const oclgrind::Memory *memory, enum lp_warp_kind kind, size_t address, size_t size,
                const uint8_t *bytes);
    void step(const oclgrind::WorkItem *item, const llvm::Instruction *instruction);
    bool on() const { return tracing; }
    const std::string &kernel() const { return name; }

private:
    typedef std::pair<const oclgrind::Memory *, size_t> Place;

    Instruction &know(const llvm::Instruction *instruction);
    Buffer &find(size_t address, size_t size, size_t *base);
    void put_access(Instruction &known, const Access &access, lpi_lane_step &step);
    void put_buffer(Buffer &buffer, const uint8_t *bytes);
    void put_change(Buffer &buffer, const uint8_t *bytes);
    void name_constants(const oclgrind::Kernel *kernel);

    int fd;
    struct lp_warp_writer *writer;
    struct lpi_lanes *lanes;
    pid_t process;
    std::map<Place, Buffer> buffers;
    std::list<std::string> names;
    uint64_t next_address = PAGE, first = 1, last = UINT64_MAX, launches = 0;
    unsigned made = 0;
    const char *only;

    bool tracing = false;
    std::string name;
    const oclgrind::Memory *memory = nullptr;
    oclgrind::Size3 groups, items;
    std::unordered_map<const llvm::Instruction *, Instruction> instructions;
    uint32_t numbers = 0;
    std::vector<Access> pending;
    std::vector<uint32_t> uses;
};

uint64_t number_of(const char *variable, uint64_t otherwise)
{
    const char *text = std::getenv(variable);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

Tracer::Tracer()
    : fd(static_cast<int>(number_of("LINEPRESS_TRACE_FD", 1))), process(getpid()),
      first(number_of("LINEPRESS_TRACE_FIRST", 1)),
      last(number_of("LINEPRESS_TRACE_LAST", UINT64_MAX)),
      only(std::getenv("LINEPRESS_TRACE_KERNEL"))
{
    const char *text = std::getenv("LINEPRESS_TRACE_NAMES");
    std::istringstream lines(text != nullptr ? text : "");
    for (std::string line; std::getline(lines, line);)
        names.push_back(line);
    check(lp_warp_writer_open(write_all, &fd, &writer));
    check(lpi_lanes_open(writer, &lanes));
}

// A child of the program shares the descriptor and must not write to it.
void Tracer::finish()
{
    if (getpid() == process)
        check(lp_warp_writer_finish(writer));
}

// The replayer makes its buffers before the program's constants are.
void Tracer::allocated(const oclgrind::Memory *where, size_t address, size_t bytes)
{
    Buffer &buffer = buffers[Place(where, address)];
    buffer = Buffer();
    buffer.bytes = bytes;
    if (!names.empty()) {
        buffer.name = names.front();
        names.pop_front();
    }
}

// Oclgrind keeps a program's constants among the buffers.
void Tracer::name_constants(const oclgrind::Kernel *kernel)
{
    for (const llvm::GlobalVariable &variable : kernel->getFunction()->getParent()->globals()) {
        if (variable.getAddressSpace() != oclgrind::AddrSpaceConstant)
            continue;
        const oclgrind::TypedValue &value = kernel->getProgram()->getProgramScopeVar(&variable);
        size_t address;
        std::memcpy(&address, value.data, sizeof address);
        auto found = buffers.find(Place(memory, address));
        if (found == buffers.end())
            continue;
        found->second.constant = true;
        found->second.name = ("constant." + variable.getName()).str();
    }
}

void Tracer::put_buffer(Buffer &b, const uint8_t *bytes)
{
    b.address = next_address;
    next_address += (b.bytes + PAGE - 1) / PAGE * PAGE;
    b.known.assign(bytes, bytes + b.bytes);
    bool zero = std::count(b.known.begin(), b.known.end(), 0) == (ptrdiff_t)b.bytes;
    if (b.name.empty())
        b.name = "buffer." + std::to_string(++made);
    struct lp_warp_buffer buffer = {};
    buffer.name = b.name.c_str();
    buffer.address = b.address;
    buffer.bytes = b.bytes;
    buffer.contents = zero ? nullptr : b.known.data();
    buffer.constant = b.constant;
    check(lp_warp_writer_buffer(writer, &buffer));
    b.written = true;
}

void Tracer::freed(const oclgrind::Memory *where, size_t address)
{
    buffers.erase(Place(where, address));
}

// Writes the changes since the trace last recorded the buffer's contents, as one host write.
void Tracer::put_change(Buffer &buffer, const uint8_t *bytes)
{
    size_t from = 0, to = buffer.bytes;
    while (from < to && buffer.known[from] == bytes[from])
        from++;
    while (to > from && buffer.known[to - 1] == bytes[to - 1])
        to--;
    if (from == to)
        return;
    check(lp_warp_writer_host_write(writer, buffer.address + from, bytes + from, to - from));
    std::memcpy(&buffer.known[from], bytes + from, to - from);
}

void Tracer::begin(const oclgrind::KernelInvocation *launch, const oclgrind::Memory *global)
{
    name = launch->getKernel()->getName();
    launches++;
    tracing = getpid() == process && launches >= first && launches <= last &&
              (only == nullptr || name == only);
    if (!tracing)
        return;
    memory = global;
    name_constants(launch->getKernel());
    for (auto &entry : buffers) {
        Buffer &b = entry.second;
        if (entry.first.first != memory)
            continue;
        const uint8_t *bytes = static_cast<const uint8_t *>(memory->getPointer(entry.first.second));
        if (b.written)
            put_change(b, bytes);
        else
            put_buffer(b, bytes);
    }
    oclgrind::Size3 grid = launch->getGlobalSize(), block = launch->getLocalSize();
    struct lp_warp_launch shape = {};
    for (unsigned d = 0; d < 3; d++) {
        if (grid[d] > UINT32_MAX || block[d] > UINT32_MAX)
            fail("kernel '%s': the launch is too large", name.c_str());
        shape.grid[d] = static_cast<uint32_t>(grid[d]);
        shape.block[d] = static_cast<uint32_t>(block[d]);
    }
    shape.name = name.c_str();
    shape.local_bytes = launch->getKernel()->getLocalMemorySize();
    groups = launch->getNumGroups();
    check(lp_warp_writer_begin_launch(writer, &shape));
    instructions.clear();
    numbers = 0;
}

void Tracer::end()
{
    if (tracing)
        check(lp_warp_writer_end_launch(writer));
    tracing = false;
}

void Tracer::group(const oclgrind::WorkGroup *group)
{
    oclgrind::Size3 id = group->getGroupID();
    items = group->getGroupSize();
    check(lpi_lanes_group(lanes, static_cast<uint32_t>(id.x + groups.x * (id.y + groups.y * id.z)),
                          static_cast<uint32_t>(items.x * items.y * items.z)));
}

void Tracer::group_end()
{
    check(lpi_lanes_end(lanes));
}

void Tracer::barrier()
{
    check(lpi_lanes_barrier(lanes));
}

Buffer &Tracer::find(size_t address, size_t size, size_t *base)
{
    auto next = buffers.upper_bound(Place(memory, address));
    if (next != buffers.begin()) {
        auto &entry = *std::prev(next);
        *base = entry.first.second;
        if (entry.first.first == memory && address - *base <= entry.second.bytes &&
            size <= entry.second.bytes - (address - *base))
            return entry.second;
    }
    fail("kernel '%s' accesses %zu bytes outside every buffer", name.c_str(), size);
}

// Both parts of an atomic are reported before it is done; its bytes are read later.
void Tracer::access(const oclgrind::Memory *where, enum lp_warp_kind kind, size_t address,
                    size_t size, const uint8_t *bytes)
{
    if (where->getAddressSpace() != oclgrind::AddrSpaceGlobal)
        return;
    if (kind == LP_WARP_ATOMIC && !pending.empty() && pending.back().address == address)
        return;
    Access access = {kind, address, size, {}};
    if (bytes != nullptr)
        access.bytes.assign(bytes, bytes + size);
    pending.push_back(access);
}

// Moves between registers and markers take no instruction of a GPU.
bool is_counted(const llvm::Instruction *instruction)
{
    return !(llvm::isa<llvm::PHINode>(instruction) || llvm::isa<llvm::BitCastInst>(instruction) ||
             llvm::isa<llvm::AddrSpaceCastInst>(instruction) ||
             llvm::isa<llvm::AllocaInst>(instruction) ||
             llvm::isa<llvm::DbgInfoIntrinsic>(instruction) || instruction->isLifetimeStartOrEnd());
}

Instruction &Tracer::know(const llvm::Instruction *instruction)
{
    auto found = instructions.find(instruction);
    if (found != instructions.end())
        return found->second;
    Instruction &known = instructions[instruction];
    known.plain = numbers++;
    known.counted = is_counted(instruction);
    known.constant = false;
    for (const llvm::Use &use : instruction->operands()) {
        const llvm::Value *value = use.get();
        if (value->getType()->isPointerTy() &&
            value->getType()->getPointerAddressSpace() == oclgrind::AddrSpaceConstant)
            known.constant = true;
        if (const auto *operand = llvm::dyn_cast<llvm::Instruction>(value))
            known.operands.push_back(operand);
    }
    return known;
}

// An access of more than 16 bytes, such as the copy of a struct, becomes several instructions.
void Tracer::put_access(Instruction &known, const Access &access, lpi_lane_step &step)
{
    size_t base;
    Buffer &buffer = find(access.address, access.size, &base);
    uint8_t *copy = &buffer.known[access.address - base];
    if (access.kind == LP_WARP_STORE)
        std::memcpy(copy, access.bytes.data(), access.size);
    if (access.kind == LP_WARP_ATOMIC)
        std::memcpy(copy, memory->getPointer(access.address), access.size);
    for (size_t at = 0; at < access.size; at += step.width) {
        size_t rest = access.size - at;
        step.width = static_cast<unsigned>(rest < LP_WARP_WIDTH_MAX ? rest : LP_WARP_WIDTH_MAX);
        step.kind = access.kind;
        step.constant = access.kind == LP_WARP_LOAD && known.constant;
        step.address = buffer.address + (access.address - base) + at;
        step.bytes = access.kind == LP_WARP_LOAD ? nullptr : copy + at;
        auto place = std::make_tuple(static_cast<size_t>(&access - pending.data()) << 32 | at,
                                     static_cast<int>(access.kind), step.width);
        auto piece = known.pieces.find(place);
        if (piece == known.pieces.end())
            piece = known.pieces.insert({place, numbers++}).first;
        step.instruction = piece->second;
        check(lpi_lanes_step(lanes, &step));
        step.use_count = 0;
    }
}

void Tracer::step(const oclgrind::WorkItem *item, const llvm::Instruction *instruction)
{
    if (item->getState() == oclgrind::WorkItem::BARRIER)
        return; // barrier() is called once all work-items are there
    Instruction &known = know(instruction);
    oclgrind::Size3 id = item->getLocalID();
    lpi_lane_step step = {};
    uses.clear();
    for (const llvm::Instruction *operand : known.operands) {
        auto load = instructions.find(operand);
        if (load == instructions.end())
            continue;
        for (const auto &piece : load->second.pieces)
            uses.push_back(piece.second);
    }
    step.item = static_cast<uint32_t>(id.x + items.x * (id.y + items.y * id.z));
    step.instruction = known.plain;
    step.counted = known.counted;
    step.uses = uses.data();
    step.use_count = uses.size();
    if (pending.empty())
        check(lpi_lanes_step(lanes, &step));
    step.counted = 1;
    for (const Access &access : pending)
        put_access(known, access, step);
    pending.clear();
}

Tracer *tracer;

class TracePlugin : public oclgrind::Plugin {
public:
    TracePlugin(const oclgrind::Context *context) : Plugin(context) {}
    bool isThreadSafe() const override { return false; }

    void memoryAllocated(const oclgrind::Memory *memory, size_t address, size_t size, cl_mem_flags,
                         const uint8_t *) override
    {
        if (memory->getAddressSpace() == oclgrind::AddrSpaceGlobal)
            tracer->allocated(memory, address, size);
    }
    void memoryDeallocated(const oclgrind::Memory *memory, size_t address) override
    {
        if (memory->getAddressSpace() == oclgrind::AddrSpaceGlobal)
            tracer->freed(memory, address);
    }
    void kernelBegin(const oclgrind::KernelInvocation *launch) override
    {
        tracer->begin(launch, m_context->getGlobalMemory());
    }
    void kernelEnd(const oclgrind::KernelInvocation *) override { tracer->end(); }
    void workGroupBegin(const oclgrind::WorkGroup *group) override
    {
        if (tracer->on())
            tracer->group(group);
    }
    void workGroupComplete(const oclgrind::WorkGroup *) override
    {
        if (tracer->on())
            tracer->group_end();
    }
    void workGroupBarrier(const oclgrind::WorkGroup *, uint32_t) override
    {
        if (tracer->on())
            tracer->barrier();
    }
    void memoryLoad(const oclgrind::Memory *memory, const oclgrind::WorkItem *, size_t address,
                    size_t size) override
    {
        if (tracer->on())
            tracer->access(memory, LP_WARP_LOAD, address, size, nullptr);
    }
    void memoryStore(const oclgrind::Memory *memory, const oclgrind::WorkItem *, size_t address,
                     size_t size, const uint8_t *bytes) override
    {
        if (tracer->on())
            tracer->access(memory, LP_WARP_STORE, address, size, bytes);
    }
    void memoryAtomicLoad(const oclgrind::Memory *memory, const oclgrind::WorkItem *,
                          oclgrind::AtomicOp, size_t address, size_t size) override
    {
        if (tracer->on())
            tracer->access(memory, LP_WARP_ATOMIC, address, size, nullptr);
    }
    void memoryAtomicStore(const oclgrind::Memory *memory, const oclgrind::WorkItem *,
                           oclgrind::AtomicOp, size_t address, size_t size) override
    {
        if (tracer->on())
            tracer->access(memory, LP_WARP_ATOMIC, address, size, nullptr);
    }
    void memoryLoad(const oclgrind::Memory *memory, const oclgrind::WorkGroup *, size_t,
                    size_t) override
    {
        refuse_copy(memory);
    }
    void memoryStore(const oclgrind::Memory *memory, const oclgrind::WorkGroup *, size_t, size_t,
                     const uint8_t *) override
    {
        refuse_copy(memory);
    }
    void instructionExecuted(const oclgrind::WorkItem *item, const llvm::Instruction *instruction,
                             const oclgrind::TypedValue &) override
    {
        if (tracer->on())
            tracer->step(item, instruction);
    }

private:
    // They belong to no work-item.
    void refuse_copy(const oclgrind::Memory *memory)
    {
        if (tracer->on() && memory->getAddressSpace() == oclgrind::AddrSpaceGlobal)
            fail("kernel '%s' copies with async_work_group_copy, which cannot be traced",
                 tracer->kernel().c_str());
    }
};

// Never destroyed: programs release their contexts as late as in their own destructors.
std::map<oclgrind::Context *, TracePlugin *>
    &plugins = *new std::map<oclgrind::Context *, TracePlugin *>;

} // namespace

extern "C" void initializePlugins(oclgrind::Context *context)
{
    if (tracer == nullptr) {
        tracer = new Tracer;
        // Programs may leave without releasing their context.
        std::atexit([] { tracer->finish(); });
    }
    plugins[context] = new TracePlugin(context);
    context->registerPlugin(plugins[context]);
}

extern "C" void releasePlugins(oclgrind::Context *context)
{
    context->unregisterPlugin(plugins[context]);
    delete plugins[context];
    plugins.erase(context);
}
