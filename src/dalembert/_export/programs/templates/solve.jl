if abspath(PROGRAM_FILE) == @__FILE__
    solution = solve(problem, Vern9(); reltol = rtol, abstol = rtol * 1e-3, saveat = times, dtmax = longest@MORE@)
    println(join(["t"; state_names], ","))
    for (t, y) in zip(solution.t, solution.u)
        println(join([t; y], ","))
    end
end
