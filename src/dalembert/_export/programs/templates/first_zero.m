function [reached, states, passed] = up_to_zero(advance, g, times, states)
% The states of a solution up to the first time at which guards g fall below zero, and which do;
% advance(from, state, to) is the state at another time.
  count = numel(times) - 1;
  values = [];
  for k = 1:count + 1
    values(:, k) = g(times(k), states(k, :)');
  end
  reached = times(end); passed = false(size(values, 1), 1);
  for k = 2:count + 1
    low = times(k - 1); high = times(k); base = states(k - 1, :)';
    ends = values(:, k);
    if ~any(ends < 0)
      for from = max(1, k - 2):min(k - 1, count - 1) % parabolas through three values may be negative between them
        slopes = diff(values(:, from:from + 2), 1, 2) ./ diff(times(from:from + 2))';
        bend = (slopes(:, 2) - slopes(:, 1)) / (times(from + 2) - times(from));
        lowest = (times(from) + times(from + 1)) / 2 - slopes(:, 1) ./ (2 * bend);
        for dip = find(bend > 0 & lowest > low & lowest < high)'
          there = g(lowest(dip), advance(low, base, lowest(dip)));
          if any(there < 0) && lowest(dip) < high, high = lowest(dip); ends = there; end
        end
      end
    end
    if any(ends < 0)
      [reached, state, passed] = zero_between(advance, g, low, base, values(:, k - 1), high, ends);
      states = [states(1:k - 1, :); state'];
      return
    end
  end
end

function [high, state, passed] = zero_between(advance, g, low, base, begins, high, ends)
% Where the first of some guards that are negative in the end falls below zero: false position, and bisection
% where that is slow.
  scale = abs(ends - begins) + 1e-300;
  first = low; at_low = min(begins ./ scale); at_high = min(ends ./ scale); side = 0; width = high - low;
  state = advance(first, base, high); values = ends;
  nearest = 2 * eps * max(abs(high), @SPAN@);
  for turn = 1:200
    if high - low <= 2 * nearest, break, end
    middle = low + (high - low) * at_low / (at_low - at_high);
    if mod(turn, 3) == 0
      if high - low > width / 2, middle = low + (high - low) / 2; end
      width = high - low;
    end
    middle = min(max(middle, low + nearest), high - nearest);
    there = advance(first, base, middle);
    seen = g(middle, there);
    value = min(seen ./ scale);
    if value < 0
      high = middle; at_high = value; state = there; values = seen;
      if side < 0, at_low = at_low / 2; end
      side = -1;
    else
      low = middle; at_low = value;
      if side > 0, at_high = at_high / 2; end
      side = 1;
    end
  end
  passed = values <= 0;
end

function state = state_after(solver, f, from, state, to, options)
% The state at another time.
  if to - from <= 1e-11 * @SPAN@ % too short for a solver: the middle tells the slope
    state = state + (to - from) * f((from + to) / 2, state + (to - from) / 2 * f(from, state));
    return
  end
  [~, states] = solver(f, [from; (from + to) / 2; to], state, options);
  state = states(end, :)';
end
