using OrdinaryDiffEq

# y' = f(y, p, t), as the packages of SciML have it
f!(dy, y, p, t) = rates!(dy, t, y, p)
times = collect(range(t_start, t_end; length = samples + 1))
problem = ODEProblem(f!, start, (t_start, t_end), values)
