# After each step the state is moved onto the constraints.
function project!(y, t, p)
    change = similar(y)
    for pass in 1:12
        correction!(change, t, y, p)
        y .+= change
        maximum(abs.(change)) <= 1e-12 * (1 + maximum(abs.(y))) && break
    end
    return y
end
project!(start, t_start, values)
project_step!(integrator) = (project!(integrator.u, integrator.t, integrator.p); u_modified!(integrator, true))
callback = DiscreteCallback((u, t, integrator) -> true, project_step!; save_positions = (false, false))
