"""The compiling room: a field as C, run by our integrators; or in a virtual machine where no compiler is."""
