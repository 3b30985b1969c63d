#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the state of a Slurm job for Snakemake 7: success, failed or running. A job that Slurm has
# forgotten counts as a success: Snakemake then looks at its output. A controller that does not
# answer says nothing about the job.
said=$(squeue -h --states=all -j "$1" -o %T 2>&1)
rc=$?
case $rc:$said in
0:COMPLETED* | 0: | *"Invalid job id"*) echo success ;;
0:BOOT_FAIL* | 0:CANCELLED* | 0:DEADLINE* | 0:FAILED* | 0:OUT_OF_MEMORY* | 0:TIMEOUT*) echo failed ;;
*) echo running ;;
esac
