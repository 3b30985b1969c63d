# SPDX-License-Identifier: Apache-2.0
"""The bytes of an array, where they are."""


class View:
    """An array whose bytes follow each other: `array` is a NumPy array in C order over the same
    memory, `dtype` the name of the caller's type, `typed` whether NumPy has that type, `fortran`
    whether the caller's first axis runs fastest."""

    def __init__(self, array, dtype=None):
        import numpy
        self.fortran = not array.flags.c_contiguous and array.flags.f_contiguous
        if not (array.flags.c_contiguous or self.fortran):
            array = numpy.ascontiguousarray(array)
        self.shape = array.shape
        self.array = array.T if self.fortran else array
        self.dtype, self.typed = dtype or array.dtype.name, dtype is None
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
        if not self.typed:
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
    if tensor.dtype == torch.bfloat16:  # NumPy has no such type
        return View(tensor.view(torch.int16).numpy(), "bfloat16")
    return View(tensor.numpy())


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
