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
