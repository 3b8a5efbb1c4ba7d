function [t, y, outputs, closed, impacts] = run_@NAME@(solver, p, start)
% [t, y, outputs, closed, impacts] = run_@NAME@(): the motion of the model, a row for each time.
% closed has a column for each contact: true while it is closed. impacts has a row for each impact: its time and
% the impulse of each contact.
% run_@NAME@(@ode15s) uses another solver than ode45; p and start are columns of parameters and states.
%
% The motion goes from phase to phase. @NAME@_motion has the equations of a phase, @NAME@_events are the events
% that end it, @NAME@_next_phase has the law of impacts, and says which contacts are closed in the next phase.
%
% Contacts: @CONTACTS@
%
@ABOUT@
  if nargin < 1 || isempty(solver), solver = @ode45; end
  if nargin < 2 || isempty(p), p = [@VALUES@]; end
  if nargin < 3 || isempty(start), start = [@START@]; end
  warning('off', 'integrate_adaptive:unexpected_termination'); % Octave warns when an event ends an integration
  t = linspace(@T_START@, @T_END@, @SAMPLES@ + 1)';
  y = zeros(numel(t), @STATES@); closed = false(numel(t), @COUNT@); impacts = zeros(0, 1 + @COUNT@);
  now = t(1); state = start(:); low = -Inf; high = Inf; stop = now; last = 1;
  held = false(@COUNT@, 1);
  [~, ~, ~, ~, place, ~, reach] = @NAME@_terms(now, state, p);
  inside = find(place(@PLACES@) < -1e-12 * reach, 1);
  if ~isempty(inside), error('contact %d is closed and its gap is negative at the start', inside); end
  state = project(now, state, p, held);
  fastest = max(abs(state(@SPEEDS@)), 1e-9 * max(abs(state)) / (t(end) - t(1)));
  turns = 0; turned = -Inf; near = 1e-13 * (t(end) - t(1)); % times that differ by less are equal
  anew = true; ended = held; ahead = 1; % rows up to the next look at constraints and events
  while true
    if now >= stop
@SWITCHING@      anew = true;
    end
    if anew % impacts, and the contacts that are closed from here on
      here = smooth_time(now, low, high);
      state = on_places(here, state, p, held | ended);
      [state, held, impulse] = @NAME@_next_phase(here, state, p, held, ended, fastest);
      state = on_rates(here, state, p, held);
      if any(impulse), impacts(end + 1, :) = [now, impulse']; end
      if now - turned > near, turns = 0; end
      turns = turns + 1; turned = now;
      if turns > 20 + 10 * @COUNT@, error('at t = %g contacts open and close again without end', now); end
      anew = false; ended = false(@COUNT@, 1); ahead = 1;
    end
    met = abs(t - now) <= near;
    y(met, :) = repmat(state', sum(met), 1); closed(met, :) = repmat(held', sum(met), 1);
    last = max([last; find(met)]);
    if last == numel(t), break, end
    next = min(last + ahead, numel(t)); ahead = min(2 * ahead, @CHUNK@);
    reached = min(t(next), stop);
    rows = find(t > now + near & t < reached - near);
    if reached - now <= near, now = reached; continue, end % nothing moves in so short a time
    times = looks([now; t(rows); reached], @PARTS@);
    smooth = @(time) smooth_time(time, low, high);
    f = @(time, y) @NAME@_motion(smooth(time), y, p, held);
    [~, ~, ~, ~, ~, ~, reach] = @NAME@_terms(smooth(now), state, p);
    margins = max(0, -2 * @NAME@_events(smooth(now), state, p, held)) + 4e-15 * reach .* ~held; % rounding is no event
    g = @(time, y) @NAME@_events(smooth(time), y, p, held) + margins;
    options = odeset('RelTol', max(@RTOL@, 1e-13), 'AbsTol', @RTOL@ * max(1e-3, abs(state)), 'MaxStep', @LONGEST@);
    watched = odeset(options, 'Events', @(time, y) as_events(g, time, y));
    [found, states] = solver(f, times, state, watched);
    good = sum(found(:) == times(1:numel(found)));
    advance = @(from, y, to) state_after(solver, f, from, y, to, options);
    if good < numel(times) % an event: it is located below, between two times at which the state is known
      times = times(1:good + 1);
      states = [states(1:good, :); advance(times(good), states(good, :)', times(good + 1))'];
    end
    if any(any(isnan(states))), error('the solver stopped at t = %g of %g', times(good), t(end)); end
    [reached, states, ended] = up_to_zero(advance, g, times, states);
    for k = find(t(rows) < reached)'
      y(rows(k), :) = project(t(rows(k)), states(times == t(rows(k)), :)', p, held)';
      closed(rows(k), :) = held';
    end
    last = max([last; rows(t(rows) < reached)]);
    fastest = max(fastest, max(abs(states(:, @SPEEDS@)), [], 1)');
    now = reached;
    state = project(now, states(end, :)', p, held);
    anew = any(ended);
  end
  outputs = zeros(numel(t), @OUTPUTS@);
  for k = 1:numel(t)
    [~, ~, a, lam] = @NAME@_motion(t(k), y(k, :)', p, closed(k, :)');
    outputs(k, :) = @NAME@_outputs(t(k), y(k, :)', a, lam, p)';
  end
  if nargout == 0
    subplot(2, 1, 1); plot(t, y(:, 1:@SHOWN@)); legend(@LEGEND@);
    subplot(2, 1, 2); plot(t, outputs(:, @FORCES@), t, all(~closed, 2));
    xlabel('t in s'); legend(@FORCE_LEGEND@, 'free');
  end
end

function [value, isterminal, direction] = as_events(g, time, y)
% The values of g as an event function.
  value = g(time, y); isterminal = true(size(value)); direction = -ones(size(value));
end

function time = smooth_time(time, low, high)
% The time, inside of an interval in which the model is smooth.
  time = min(max(time, low), high);
end

function times = looks(times, parts)
% Some times, and others between them at which the events are looked at as well.
  between = times(1:end - 1)' + (0:parts - 1)' / parts .* diff(times)';
  times = [between(:); times(end)];
end

function y = project(t, y, p, closed)
% The state moved onto the constraints and the closed gaps.
  y = on_rates(t, on_places(t, y, p, closed), p, closed);
end

function y = on_places(t, y, p, closed)
% The coordinates moved onto the constraints and gaps, by the smallest change in the norm of the kinetic energy.
  kept = [true(@DISPLACEMENT@, 1); closed]; rows = [true(@DISPLACEMENT@, 1); false(@FLOW@, 1); closed];
  if ~any(kept), return, end
  n = numel(@SPEEDS@); before = Inf;
  for pass = 1:40
    [M, ~, G, ~, place] = @NAME@_terms(t, y, p);
    change = @NAME@_saddle(M, G(rows, :), zeros(n, 1), -place(kept));
    size_of = max(abs(change)) / (max(abs(y(1:n))) + 1e-300);
    if ~(size_of < before) && before < 1e-6, return, end % rounding
    if ~(size_of < Inf), break, end
    y(1:n) = y(1:n) + change;
    before = size_of;
    if size_of < 1e-14, return, end
  end
  error('at t = %g no state on the constraints is found', t);
end

function y = on_rates(t, y, p, closed)
% The speeds moved onto the rates of constraints and closed gaps, in the same way.
  held = [true(@CONSTRAINTS@, 1); closed];
  if ~any(held), return, end
  [M, ~, G, ~, ~, rate] = @NAME@_terms(t, y, p);
  y(@SPEEDS@) = y(@SPEEDS@) + @NAME@_saddle(M, G(held, :), zeros(size(M, 1), 1), -rate(held));
end

@SEARCHES@