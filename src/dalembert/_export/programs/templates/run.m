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
  y(1, :) = @FIRST@;
  options = odeset('RelTol', max(@RTOL@, 1e-13), 'AbsTol', @RTOL@ * max(1e-3, abs(y(1, :)')), 'MaxStep', @LONGEST@);
  last = 1;
  while last < numel(t)
    next = min(last + @CHUNK@, numel(t));
    times = t(last:next);
    if numel(times) == 2, times = [times(1); (times(1) + times(2)) / 2; times(2)]; end
    [found, states] = solver(@(t, y) @NAME@_rates(t, y, p), times, y(last, :)', options);
    if found(end) ~= t(next) || any(isnan(states(end, :)))
      error('the solver stopped at t = %g of %g', found(end), t(end));
    end
    if next - last == 1, states = states([1, end], :); end
    for k = last + 1:next
      y(k, :) = @PROJECTED@;
    end
    last = next;
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