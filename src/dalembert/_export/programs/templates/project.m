function y = project(t, y, p)
% The state moved onto the constraints.
  before = Inf;
  for pass = 1:40
    change = @CORRECTION@(t, y, p);
    size_of = max(abs(change) ./ (abs(y) + 1e-3 * max(abs(y)) + 1e-300));
    if ~(size_of < before) && before < 1e-6, return, end % rounding
    if ~(size_of < Inf), break, end
    y = y + change;
    before = size_of;
    if size_of < 1e-9, return, end
  end
  error('at t = %g no state on the constraints is found', t);
end
