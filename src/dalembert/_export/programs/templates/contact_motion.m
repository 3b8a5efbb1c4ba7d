function [dy, force, a, lam] = @NAME@_motion(t, y, p, closed)
% The rates of the state in a phase: the contacts that are true in closed are closed, the others open.
% An open contact has no force. The gap of a closed one stays zero, as if it were a constraint:
%
%   M a + G' lam = h,   G a = gamma,   force = -lam,
%
% where G has the rows of the constraints and of the closed contacts.
  if nargout < 2 && ~any(closed), dy = @NAME@_rates(t, y, p); return, end
  [M, h, G, gamma, ~, ~, ~, ds] = @NAME@_terms(t, y, p);
  held = [true(@CONSTRAINTS@, 1); closed];
  lam = zeros(numel(held), 1);
  [a, lam(held)] = @NAME@_saddle(M, G(held, :), h, gamma(held));
  dy = [y(@SPEEDS@); a; ds];
  force = -lam(@GAPS@);
end
