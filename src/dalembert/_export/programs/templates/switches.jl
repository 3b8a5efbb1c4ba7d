# The times at which the model is not smooth, in order.
function switch_times(p)
    sides(t) = (out = zeros(@SWITCHES@); switches!(out, t, start, p); sign.(out))
    found, low = Float64[], nextfloat(t_start, 4)
    first = sides(low)
    while low < t_end
        high = min(t_end, low + longest / @LOOKS@)
        if sides(high) != first
            while low < (middle = low + (high - low) / 2) < high
                sides(middle) == first ? (low = middle) : (high = middle)
            end
            push!(found, high)
            high = nextfloat(high, 4)
            first = sides(high)
        end
        low = high
    end
    return found
end
