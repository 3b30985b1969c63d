# SPDX-License-Identifier: Apache-2.0
"""The bytes of an array, where they are."""


# Types that NumPy lacks, by their names in torch and ml_dtypes, as files of tensors name them.
_NAMES = {"bfloat16": "BF16", "float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2"}


def typed(dtype, name):
    """A type of NumPy that remembers its name in a file of tensors, such as BF16 for "<u2"."""
    import numpy
    return numpy.dtype(dtype, metadata={"linepress": name})


class View:
    """An array whose bytes follow each other: `array` is a NumPy array in C order over the same
    memory, `dtype` the name of the caller's type if NumPy lacks it, else None, `fortran` whether the
    caller's first axis runs fastest."""

    def __init__(self, array, dtype=None):
        import numpy
        if array.dtype.isbuiltin == 2:  # a type of ml_dtypes
            dtype = _NAMES.get(array.dtype.name, array.dtype.name)
            array = array.view(f"u{array.itemsize}")
        elif array.dtype.metadata:
            dtype = array.dtype.metadata.get("linepress")
        self.fortran = not array.flags.c_contiguous and array.flags.f_contiguous
        if not (array.flags.c_contiguous or self.fortran):
            array = numpy.ascontiguousarray(array)
        self.shape = array.shape
        self.array = array.T if self.fortran else array
        self.dtype = dtype
        if array.dtype.hasobject:
            raise TypeError("an array of Python objects has no bytes of its own")
        if array.nbytes == 0:
            raise ValueError("the array has no bytes")

    @property
    def address(self):
        return self.array.ctypes.data

    @property
    def nbytes(self):
        return self.array.nbytes

    @property
    def itemsize(self):
        return self.array.itemsize

    def header(self):
        """The header of an .npy file of this array, or nothing if NumPy lacks its type."""
        import io

        import numpy
        if self.dtype:
            return b""
        head = io.BytesIO()
        numpy.lib.format.write_array_header_1_0(head, {
            "descr": numpy.lib.format.dtype_to_descr(self.array.dtype),
            "fortran_order": bool(self.fortran), "shape": tuple(map(int, self.shape))})
        return head.getvalue()


def _of_torch(tensor):
    import torch
    if tensor.device.type != "cpu":
        raise TypeError(f"the tensor is on {tensor.device}; tensor.cpu() copies it")
    tensor = tensor.detach()
    if tensor.layout != torch.strided:
        raise TypeError(f"a tensor of layout {tensor.layout} has no array of elements")
    tensor = tensor.resolve_conj().resolve_neg()
    name = str(tensor.dtype).partition(".")[2]
    if name in _NAMES or name.startswith("float8"):
        width = {1: torch.uint8, 2: torch.int16}[tensor.element_size()]
        return View(tensor.view(width).numpy(), _NAMES.get(name, name))
    try:
        return View(tensor.numpy())
    except TypeError:
        raise TypeError(f"a tensor of type {name} has no array of elements") from None


def view(array):
    """The View of an array; TypeError: not an array, or not in this process's memory."""
    import numpy
    if isinstance(array, View):
        return array
    if type(array).__module__.partition(".")[0] == "torch" and hasattr(array, "data_ptr"):
        return _of_torch(array)
    if isinstance(array, (numpy.ndarray, numpy.generic)) or hasattr(array, "__array_interface__"):
        return View(numpy.asarray(array))
    if hasattr(array, "__dlpack__"):
        return View(numpy.from_dlpack(array))
    try:
        return View(numpy.asarray(memoryview(array)))
    except TypeError:
        raise TypeError(f"{type(array).__name__} is no array: it has neither DLPack nor "
                        "__array_interface__ nor a buffer") from None
