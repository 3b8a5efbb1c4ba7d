function [value, isterminal, direction] = @NAME@_events(t, y, p, closed)
% The events that end a phase, for odeset('Events', @(t, y) @NAME@_events(t, y, p, closed)).
% A value that falls to zero is the gap of an open contact, or the force of a closed one.
  [~, ~, ~, ~, place] = @NAME@_terms(t, y, p);
  value = place(@PLACES@);
  if any(closed)
    [~, force] = @NAME@_motion(t, y, p, closed);
    value(closed) = force(closed);
  end
  isterminal = true(size(value));
  direction = -ones(size(value));
end
