function [x, lam] = @NAME@_saddle(M, G, f, g)
% x and lam with M x + G' lam = f and G x = g, for each column of f and g.
  [R, flaw] = chol(M);
  if flaw, error('something that moves has no inertia'); end
  x = R \ (R' \ f);
  lam = zeros(size(G, 1), size(f, 2));
  if isempty(lam), return, end
  A = R' \ G';
  lengths = sqrt(sum(A .^ 2, 1))'; % of the rows of G, in the norm of the kinetic energy
  W = (A' * A) ./ (lengths * lengths');
  if ~(rcond(W) > @HEALTHY@)
    error('constraints and closed contacts depend on one another: simulate this model with dalembert');
  end
  lam = (W \ ((G * x - g) ./ lengths)) ./ lengths;
  x = x - R \ (A * lam);
end
