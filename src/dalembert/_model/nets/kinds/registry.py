"""All kinds of elements of networks, by name."""

from dalembert._model.nets.kinds.bellows import BELLOWS
from dalembert._model.nets.kinds.capacitor import CAPACITOR
from dalembert._model.nets.kinds.convection import CONVECTION
from dalembert._model.nets.kinds.current_source import CURRENT_SOURCE
from dalembert._model.nets.kinds.cylinder import CYLINDER
from dalembert._model.nets.kinds.dc_motor import DC_MOTOR
from dalembert._model.nets.kinds.diode import DIODE
from dalembert._model.nets.kinds.flow_source import FLOW_SOURCE
from dalembert._model.nets.kinds.gas import IDEAL_GAS
from dalembert._model.nets.kinds.gas_flow_source import GAS_FLOW_SOURCE
from dalembert._model.nets.kinds.gas_orifice import GAS_ORIFICE
from dalembert._model.nets.kinds.gas_pressure_source import GAS_PRESSURE_SOURCE
from dalembert._model.nets.kinds.gas_valve import GAS_VALVE
from dalembert._model.nets.kinds.gas_volume import GAS_VOLUME
from dalembert._model.nets.kinds.heat_source import HEAT_SOURCE
from dalembert._model.nets.kinds.inductor import INDUCTOR
from dalembert._model.nets.kinds.kind import NetKind
from dalembert._model.nets.kinds.mutual_inductance import MUTUAL_INDUCTANCE
from dalembert._model.nets.kinds.op_amp import OP_AMP
from dalembert._model.nets.kinds.orifice import ORIFICE
from dalembert._model.nets.kinds.pipe import PIPE
from dalembert._model.nets.kinds.pressure_source import PRESSURE_SOURCE
from dalembert._model.nets.kinds.pump import PUMP
from dalembert._model.nets.kinds.resistor import RESISTOR
from dalembert._model.nets.kinds.restrictor import RESTRICTOR
from dalembert._model.nets.kinds.stream import STREAM
from dalembert._model.nets.kinds.surroundings import SURROUNDINGS
from dalembert._model.nets.kinds.tank import TANK
from dalembert._model.nets.kinds.temperature_source import TEMPERATURE_SOURCE
from dalembert._model.nets.kinds.thermal_capacity import THERMAL_CAPACITY
from dalembert._model.nets.kinds.thermal_resistor import THERMAL_RESISTOR
from dalembert._model.nets.kinds.transformer import TRANSFORMER
from dalembert._model.nets.kinds.valve import VALVE
from dalembert._model.nets.kinds.voice_coil import VOICE_COIL
from dalembert._model.nets.kinds.voltage_source import VOLTAGE_SOURCE

NET_KINDS: dict[str, NetKind] = {
    "resistor": RESISTOR,
    "capacitor": CAPACITOR,
    "inductor": INDUCTOR,
    "mutual_inductance": MUTUAL_INDUCTANCE,
    "transformer": TRANSFORMER,
    "voltage_source": VOLTAGE_SOURCE,
    "current_source": CURRENT_SOURCE,
    "diode": DIODE,
    "op_amp": OP_AMP,
    "dc_motor": DC_MOTOR,
    "voice_coil": VOICE_COIL,
    "tank": TANK,
    "restrictor": RESTRICTOR,
    "pipe": PIPE,
    "orifice": ORIFICE,
    "valve": VALVE,
    "pump": PUMP,
    "pressure_source": PRESSURE_SOURCE,
    "flow_source": FLOW_SOURCE,
    "cylinder": CYLINDER,
    "gas": IDEAL_GAS,
    "gas_volume": GAS_VOLUME,
    "bellows": BELLOWS,
    "gas_orifice": GAS_ORIFICE,
    "gas_valve": GAS_VALVE,
    "gas_pressure_source": GAS_PRESSURE_SOURCE,
    "gas_flow_source": GAS_FLOW_SOURCE,
    "thermal_resistor": THERMAL_RESISTOR,
    "thermal_capacity": THERMAL_CAPACITY,
    "convection": CONVECTION,
    "stream": STREAM,
    "heat_source": HEAT_SOURCE,
    "temperature_source": TEMPERATURE_SOURCE,
    "surroundings": SURROUNDINGS,
}
