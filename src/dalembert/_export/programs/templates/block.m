function @NAME@_sfun(block)
% A Level-2 MATLAB S-function for Simulink: no inputs, the states and then the outputs as one signal.
% The dialog parameter of the block is the column of parameters; [] for those of the model.
  setup(block);
end

function setup(block)
  block.NumDialogPrms = 1;
  block.NumInputPorts = 0;
  block.NumOutputPorts = 1;
  block.OutputPort(1).Dimensions = @STATES@ + @OUTPUTS@;
  block.OutputPort(1).SamplingMode = 'Sample';
  block.NumContStates = @STATES@;
  block.SampleTimes = [0, 0];
  block.SimStateCompliance = 'DefaultSimState';
  block.RegBlockMethod('InitializeConditions', @begin);
  block.RegBlockMethod('Outputs', @outputs);
  block.RegBlockMethod('Derivatives', @derivatives);
end

function p = parameters(block)
  p = block.DialogPrm(1).Data;
  if isempty(p), p = [@VALUES@]; end
  p = p(:);
end

function begin(block)
  block.ContStates.Data = [@START@];
end

function outputs(block)
  y = block.ContStates.Data;
  block.OutputPort(1).Data = [y; @NAME@_outputs(block.CurrentTime, y, parameters(block))];
end

function derivatives(block)
  block.Derivatives.Data = @NAME@_rates(block.CurrentTime, block.ContStates.Data, parameters(block));
end
