function q = with_sides(t, y, p, sides)
% p with the sides of all kinks at a state behind it, found from given ones.
  q = [p(:); sides(:)];
  for turn = 1:10000
    passed = @NAME@_guards(t, y, q) < 0;
    if ~any(passed), return, end
    q = sides_beyond(t, y, q, passed);
  end
  error('at t = %g the state is on no side of the kinks', t);
end

function q = sides_beyond(t, y, q, passed)
% q with the sides behind some guards.
  sides = q(end - numel(passed) + 1:end);
  others = @NAME@_beyond(t, y, q);
  sides(passed) = others(passed);
  q(end - numel(passed) + 1:end) = sides;
end

function [reached, states, passed] = up_to_kink(advance, g, times, states)
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
        three = values(:, from:from + 2);
        bend = three(:, 1) - 2 * three(:, 2) + three(:, 3);
        lowest = times(from + 1) + (three(:, 1) - three(:, 3)) ./ (2 * bend) * (times(2) - times(1));
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

function [middle, state, passed] = zero_between(advance, g, low, base, begins, high, ends)
% Where the first of some guards that are negative in the end is zero, by the method of false position.
  scale = abs(ends - begins) + 1e-300;
  first = low; at_low = min(begins ./ scale); at_high = min(ends ./ scale); side = 0;
  middle = high; state = advance(first, base, high); values = ends;
  for turn = 1:100
    before = middle;
    middle = low + (high - low) * at_low / (at_low - at_high);
    if ~(middle > low && middle < high), middle = low + (high - low) / 2; end
    state = advance(first, base, middle);
    values = g(middle, state);
    value = min(values ./ scale);
    if value < 0
      high = middle; at_high = value;
      if side < 0, at_low = at_low / 2; end
      side = -1;
    else
      low = middle; at_low = value;
      if side > 0, at_high = at_high / 2; end
      side = 1;
    end
    if abs(middle - before) <= 4 * eps * max(abs(middle), @SPAN@), break, end
  end
  passed = values ./ scale <= max(0, min(values ./ scale));
end

function state = state_after(solver, f, from, state, to, options)
% The state at another time.
  if from == to, return, end
  [~, states] = solver(f, [from; (from + to) / 2; to], state, options);
  state = states(end, :)';
end
