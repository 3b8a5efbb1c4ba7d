"""Many runs: what is varied, what is kept of each run, the engines that run blocks of them, the store."""
