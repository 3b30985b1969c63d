/* SPDX-License-Identifier: Apache-2.0 */
/* Kinds of files that only Python reads, and how. */
#include "reader.h"

static int refuse(const struct lpi_tensor_file *file, const struct lpi_tensors *tensors,
                  const char *needs)
{
    return lpi_tensor_wrong(file,
                            "is %s: the Python package reads it, with %s "
                            "(linepress.open, docs/use/files.md); --raw takes it as bytes",
                            lpi_look_name(tensors->look), needs);
}

static int refuse_hdf5(const struct lpi_tensor_file *file, struct lpi_tensors *tensors)
{
    return refuse(file, tensors, "h5py");
}

static int refuse_torch(const struct lpi_tensor_file *file, struct lpi_tensors *tensors)
{
    return refuse(file, tensors, "no code of the file run");
}

const struct lpi_tensor_reader lpi_refuse_hdf5 = {LPI_LOOK_HDF5, refuse_hdf5};
const struct lpi_tensor_reader lpi_refuse_torch = {LPI_LOOK_TORCH, refuse_torch};
