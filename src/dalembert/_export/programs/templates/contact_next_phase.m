function [y, closed, impulse] = @NAME@_next_phase(t, y, p, closed, ended, fastest)
% The state, the closed contacts and the impulses of an impact, where a phase ends.
% ended is true for the contacts whose gap has closed or whose force has fallen to zero; fastest are the largest
% speeds so far, beside which a rate of a gap is zero.
  m = @CONSTRAINTS@; speeds = @SPEEDS@;
  [~, ~, G, ~, place, rate, reach] = @NAME@_terms(t, y, p);
  J = G(m + 1:end, :);
  slow = 1e-11 * abs(J) * fastest;
  touching = closed | ended | place(@PLACES@) <= 1e-13 * reach;
  impulse = zeros(numel(closed), 1);
  if any(touching & rate(m + 1:end) < -slow)
    [y, impulse] = impact(t, y, p, touching);
    [~, ~, ~, ~, ~, rate] = @NAME@_terms(t, y, p);
  end
  rest = touching & rate(m + 1:end) <= slow;
  released = closed & ended;
  closed = pressing(t, y, p, rest & ~released);
  if any(released & rest) && any(falls(t, y, p, closed, released & rest) > 0)
    closed = pressing(t, y, p, rest);
  end
  parting = touching & ~rest;
  if any(impulse) && any(parting) % contacts that return at once, as under a rocking table, come to rest
    short = parting;
    short(parting) = is_short(rate([false(m, 1); parting]), falls(t, y, p, closed, parting), reach(parting));
    if any(short)
      still = [true(m, 1); rest | short];
      [M, ~, G] = @NAME@_terms(t, y, p);
      y(speeds) = y(speeds) + @NAME@_saddle(M, G(still, :), zeros(size(M, 1), 1), -rate(still));
      closed = pressing(t, y, p, rest | short);
    end
  end
end

function [y, P] = impact(t, y, p, touching)
% The velocities after an impact of touching contacts, and its impulses P >= 0.
%
%   M change + G' lam = J' P  with  G change = 0  for the rows G of the constraints and J of the gaps
%
@LAW_WORDS@
  m = @CONSTRAINTS@; speeds = @SPEEDS@;
  [M, ~, G, ~, ~, rate, reach] = @NAME@_terms(t, y, p);
  J = G([false(m, 1); touching], :); G = G(1:m, :);
  v = rate([false(m, 1); touching]);
  e = @NAME@_restitution(t, y, max(-rate(m + 1:end), 0), p);
  if any(e < -1e-12 | e > 1 + 1e-12), error('at t = %g a restitution is not from 0 to 1', t); end
  e = min(max(e(touching), 0), 1);
  open = false(size(touching));
  e(is_short(-e .* v, falls(t, y, p, open, touching), reach(touching))) = 0; % bouncing has come to an end
  change = @NAME@_saddle(M, G, J', zeros(m, size(J, 1))); % for the impulse 1 of each contact
  W = J * change;
  P = impulses(W, v, e@WHICH@);
  if P' * (v + W * P / 2) > 1e-14 * abs(y(speeds))' * abs(M) * abs(y(speeds))
    low = 0; high = 1; % more energy than there is: the largest part of all restitutions that makes none
    for turn = 1:30
      part = (low + high) / 2;
      P = impulses(W, v, part * e@WHICH@);
      if P' * (v + W * P / 2) > 0, high = part; else, low = part; end
    end
    P = impulses(W, v, low * e@WHICH@);
  end
  y(speeds) = y(speeds) + change * P;
  every = zeros(size(touching)); every(touching) = P; P = every;
end

function P = impulses(W, v, e@WHICH@)
% The impulses of contacts with the gap rates v before the impact and the restitutions e.
@LAW@
end

function closed = pressing(t, y, p, rest)
% The contacts at rest that press: force >= 0, acceleration of the gap >= 0, and one of them is 0.
  closed = false(size(rest));
  if ~any(rest), return, end
  m = @CONSTRAINTS@;
  [M, h, G, gamma] = @NAME@_terms(t, y, p);
  rows = [false(m, 1); rest];
  J = G(rows, :); G = G(1:m, :);
  free = @NAME@_saddle(M, G, h, gamma(1:m));
  W = J * @NAME@_saddle(M, G, J', zeros(m, size(J, 1)));
  force = complementarity(W, J * free - gamma(rows));
  closed(rest) = force > 0;
end

function rate = falls(t, y, p, closed, some)
% The acceleration towards the other body of some contacts, in a phase.
  m = @CONSTRAINTS@;
  [~, ~, G, gamma] = @NAME@_terms(t, y, p);
  [~, ~, a] = @NAME@_motion(t, y, p, closed);
  rows = [false(m, 1); some];
  rate = gamma(rows) - G(rows, :) * a;
end

function short = is_short(rate, fall, reach)
% Whether the flights of contacts that part are so short, or so low, that they count as rest.
  short = fall > 0 & (2 * rate <= @SHORTEST@ * fall | rate .^ 2 <= 2e-13 * reach .* fall);
end

function f = complementarity(W, b)
% f >= 0 and W f + b >= 0, where one of each pair is 0: sets of closed contacts are tried one after the other
% (the least index that is wrong changes; K. G. Murty, 1974). W is symmetric and positive definite.
  sizes = sqrt(diag(W)); W = W ./ (sizes * sizes'); b = b ./ sizes;
  closed = false(size(b));
  for turn = 1:10000
    f = zeros(size(b));
    if any(closed)
      if ~(rcond(W(closed, closed)) > @HEALTHY@)
        error('contacts that touch depend on one another: simulate this model with dalembert');
      end
      f(closed) = -W(closed, closed) \ b(closed);
    end
    s = W * f + b;
    wrong = find((closed & f < 0) | (~closed & s < -1e-12 * max(abs(b))), 1);
    if isempty(wrong), f = f ./ sizes; return, end
    closed(wrong) = ~closed(wrong);
  end
  error('no set of closed contacts is found');
end
