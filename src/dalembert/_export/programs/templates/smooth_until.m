function [from, to, stop] = smooth_until(t, finish, y, p)
% Where the model is smooth in time: from when, up to when, and the first time beyond (or the end).
  sides = @(time) sign(@NAME@_switches(time, y, p));
  from = t + 9e-16 * max(abs(t), @SPAN@); low = from; to = Inf; stop = finish;
  first = sides(low);
  while low < finish
    high = min(finish, low + @LONGEST@ / @LOOKS@);
    if any(sides(high) ~= first)
      while true
        middle = low + (high - low) / 2;
        if ~(low < middle && middle < high), break, end
        if any(sides(middle) ~= first), high = middle; else, low = middle; end
      end
      to = low; stop = high;
      return
    end
    low = high;
  end
end
