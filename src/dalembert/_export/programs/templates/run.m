function [t, y, outputs] = run_@NAME@(solver, p, start)
% [t, y, outputs] = run_@NAME@(): the motion of the model, a row for each time.
% run_@NAME@(@ode15s) uses another solver than ode45; p and start are columns of parameters and states.
%
@ABOUT@
  if nargin < 1 || isempty(solver), solver = @ode45; end
  if nargin < 2 || isempty(p), p = [@VALUES@]; end
  if nargin < 3 || isempty(start), start = [@START@]; end
  t = linspace(@T_START@, @T_END@, @SAMPLES@ + 1)';
  y = zeros(numel(t), @STATES@);
@FIRST_SIDES@  y(1, :) = @FIRST@;
@FIRST_JUMP@  options = odeset('RelTol', max(@RTOL@, 1e-13), 'AbsTol', @RTOL@ * max(1e-3, abs(y(1, :)')), 'MaxStep', @LONGEST@);
  last = 1; now = t(1); state = y(1, :)'; low = -Inf; high = Inf; stop = now;
  while last < numel(t)
@SWITCHING@    next = min(last + @CHUNK@, numel(t));
    reached = min(t(next), stop);
    rows = find(t > now + @NEAR@ & t < reached - @NEAR@);
    times = [now; t(rows); reached];
    if numel(times) == 2, times = now + (reached - now) * (0:@PARTS@)' / @PARTS@; times(end) = reached; end
    if reached - now > 1e-13 * max(abs(now), t(end) - t(1))
      smooth = @(time) min(max(time, low), high);
      f = @(time, y) @RATES@(smooth(time), y, @P@);
      [found, states] = solver(f, times, state, options);
      if found(end) ~= reached || any(isnan(states(end, :)))
        error('the solver stopped at t = %g of %g', found(end), t(end));
      end
@KINK@      for k = 1:numel(rows)
        y(rows(k), :) = @PROJECTED_ROW@;
      end
      state = @PROJECTED_END@;
    else % nothing moves in so short a time
      y(rows, :) = repmat(state', numel(rows), 1);
    end
    now = reached;
@JUMP@    here = abs(t - reached) <= @NEAR@;
    y(here, :) = repmat(state', sum(here), 1);
    last = max(find(t <= reached + @NEAR@));
  end
  outputs = zeros(numel(t), @OUTPUTS@);
  for k = 1:numel(t)
    outputs(k, :) = @NAME@_outputs(t(k), y(k, :)', p)';
  end
  if nargout == 0
    plot(t, y(:, 1:@SHOWN@));
    xlabel('t in s');
    legend(@LEGEND@);
  end
end
@PROJECT@