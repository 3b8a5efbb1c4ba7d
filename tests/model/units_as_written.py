"""Units as engineers write them, with what they mean.

Collected from the tables of textbooks and data sheets (mechanics, machines, motors, fluids, heat, electricity,
customary units) in English, German, Spanish and Portuguese. Factors and dimensions are written down from the
definitions of the units, not computed by the program.
"""

# factor to SI | dimension in base units | spellings, with ";" between them
READ = """
# length, area, volume, angles of section
1 | m | m
1e-3 | m | mm
1e-2 | m | cm
1e-1 | m | dm
1e3 | m | km
1e-6 | m | µm; μm; um
1e-9 | m | nm
1e-10 | m | Å; \u212b
1 | m2 | m^2; m²; m2; m**2; m*m; m·m
1e-6 | m2 | mm^2; mm²; mm2
1e-4 | m2 | cm^2; cm²; cm2
1 | m3 | m^3; m³; m3
1e-6 | m3 | cm^3; cm³; cm3; ml; mL
1e-9 | m3 | mm³; mm3; µl; µL
1e-3 | m3 | l; L; ℓ; dm³; dm3
1e-1 | m3 | hl; hL
1e-12 | m4 | mm^4; mm⁴; mm4
1e-8 | m4 | cm^4; cm⁴; cm4
# time, frequency, speed of turning
1 | s | s
1e-3 | s | ms
1e-6 | s | µs; us
60 | s | min
3600 | s | h
86400 | s | d
1 | s-1 | Hz; 1/s; s^-1; s⁻¹; s-1; 1 / s
1e3 | s-1 | kHz; 1/ms
1e6 | s-1 | MHz
1.6666666666666667e-2 | s-1 | 1/min; min^-1; min⁻¹; min-1
0.10471975511965977 | s-1 | rpm; rev/min; U/min; tr/min; r/min; turn/min
6.283185307179586 | s-1 | rev/s; U/s
1.7453292519943296e-2 | 1 | deg; °; º
1.5707963267948967e-2 | 1 | gon
2.908882086657216e-4 | 1 | arcmin
4.84813681109536e-6 | 1 | arcsec
1e-3 | 1 | mrad; ‰
1 | 1 | rad; -; 1; sr; m/m; mm/mm
1e-2 | 1 | %
1e-6 | 1 | ppm; µrad; µm/m
1 | s-1 | rad/s; rad s-1; rad·s⁻¹
1.7453292519943296e-2 | s-1 | deg/s; °/s; º/s
1 | s-2 | rad/s^2; rad/s²; rad/s2
1.7453292519943296e-2 | s-2 | °/s²; deg/s^2
# motion
1 | m s-1 | m/s; m s-1; m·s⁻¹; m.s-1; m*s^-1; m s^-1; m s⁻¹
1e-3 | m s-1 | mm/s
0.2777777777777778 | m s-1 | km/h
1.6666666666666667e-2 | m s-1 | m/min
1 | m s-2 | m/s^2; m/s²; m/s2; m/s**2; m s-2; m·s⁻²; m.s-2; m s^-2; m/s/s; m/(s*s); m / s ^ 2
1e-3 | m s-2 | mm/s²
1 | m s-3 | m/s^3; m/s³; m/s3
1 | m2 s-2 | m²/s²; J/kg; (m/s)^2; (m/s)²; Gy; Sv
# mass, density, inertia
1 | kg | kg
1e-3 | kg | g
1e-6 | kg | mg
1e-9 | kg | µg
1e3 | kg | t; Mg
1 | kg m-3 | kg/m^3; kg/m³; kg/m3; kg m-3; kg·m⁻³; kg.m-3; g/l; g/L
1e3 | kg m-3 | g/cm^3; g/cm³; g/cm3; kg/dm³; kg/l; t/m³; kg/L
1 | kg m-1 | kg/m
1 | kg m-2 | kg/m²; kg/m2
1 | kg m2 | kg*m^2; kg m^2; kg·m²; kg m²; kgm²; kgm2; kgm^2; kg.m2; kg⋅m²
1e-4 | kg m2 | kgcm²; kg·cm²; kg cm²; kgcm2
1e-7 | kg m2 | gcm²; g·cm²; g cm^2; gcm2
1e-6 | kg m2 | kgmm²; kg·mm²; kg mm2
1 | kg s-1 | kg/s
2.777777777777778e-4 | kg s-1 | kg/h
0.2777777777777778 | kg s-1 | t/h
1 | kg m s-1 | kg*m/s; kg m/s; kgm/s; Ns; N*s; N s; N·s
# force, torque, stiffness, damping
1 | kg m s-2 | N; kg*m/s^2; kg m/s²; kg·m/s²; kgm/s²; kg m s-2
1e3 | kg m s-2 | kN
1e6 | kg m s-2 | MN
1e-3 | kg m s-2 | mN
10 | kg m s-2 | daN
1e-2 | kg m s-2 | cN
9.80665 | kg m s-2 | kgf; kp
9.80665e-3 | kg m s-2 | gf
1e-5 | kg m s-2 | dyn
1 | kg m2 s-2 | Nm; N*m; N·m; N⋅m; N.m; N m; J; kg m² s⁻²; kg*m^2/s^2; W s; Ws; V*A*s; C*V
1e3 | kg m2 s-2 | kNm; kN*m; kN·m; kN m; kJ; kWs
1e6 | kg m2 s-2 | MNm; MJ; MN m
1e-3 | kg m2 s-2 | mNm; Nmm; N*mm; N·mm; mN·m; mJ; N mm
1e-2 | kg m2 s-2 | Ncm; N cm; cNm
10 | kg m2 s-2 | daNm; daN.m; daN·m; kNcm
1e-6 | kg m2 s-2 | µNm; uNm; µJ
9.80665 | kg m2 s-2 | kgf*m; kgf·m; kgf m; kp·m
0.0980665 | kg m2 s-2 | kgf·cm; kgf cm
1 | kg m2 s-2 | Nm/rad; N*m/rad; N m/rad; N·m/rad
57.29577951308232 | kg m2 s-2 | Nm/deg; Nm/°; N m/°
1 | kg s-2 | N/m; N m^-1; N·m⁻¹; N.m-1; J/m²
1e3 | kg s-2 | N/mm; kN/m
1e6 | kg s-2 | kN/mm; MN/m; N/µm
100 | kg s-2 | N/cm
1 | kg s-1 | Ns/m; N*s/m; N s/m; N·s/m; N/(m/s); N s m⁻¹; N.s/m
1e3 | kg s-1 | kNs/m; kN*s/m; kN s/m; Ns/mm
1 | kg m2 s-1 | Nms; N*m*s; N m s; Nms/rad; N·m·s/rad; Nm/(rad/s); Js; J*s; J s; kg m²/s; kgm²/s
1e-3 | kg m2 s-1 | mNms; mNms/rad; mN*m*s
9.549296585513721 | kg m2 s-1 | Nm/rpm
1 | kg m-1 | Ns²/m²; N*s^2/m^2
1 | kg | Ns²/m; N s²/m; N·s²/m
1 | m s2 kg-1 m-1 | m/N
1e-6 | s2 kg-1 | mm/kN; µm/N
1 | kg m3 s-2 | Nm²; N·m²; N m^2; Nm2
1e3 | kg m3 s-2 | kNm²; kN·m²; kNm2
1e-6 | kg m3 s-2 | Nmm²; N·mm²
1 | kg m-1/2 s-2 | N/m^(3/2); N/m^1.5; N*m^(-3/2)
# pressure, stress
1 | kg m-1 s-2 | Pa; N/m^2; N/m²; N/m2; J/m³; N m-2
1e3 | kg m-1 s-2 | kPa; kN/m²; kN/m2
1e6 | kg m-1 s-2 | MPa; N/mm^2; N/mm²; N/mm2; MN/m²; N·mm⁻²
1e9 | kg m-1 s-2 | GPa; kN/mm²; kN/mm2
1e7 | kg m-1 s-2 | kN/cm²; kN/cm2
100 | kg m-1 s-2 | hPa; mbar
1e5 | kg m-1 s-2 | bar; daN/cm²
101325 | kg m-1 s-2 | atm
133.32236842105263 | kg m-1 s-2 | Torr
133.322387415 | kg m-1 s-2 | mmHg
98066.5 | kg m-1 s-2 | kgf/cm²; kgf/cm2; kgf/cm^2; kp/cm²
9.80665e6 | kg m-1 s-2 | kgf/mm²; kp/mm2
# energy, power
3.6e6 | kg m2 s-2 | kWh; kW*h; kW h; kW·h
3600 | kg m2 s-2 | Wh; W h
3.6e9 | kg m2 s-2 | MWh
1.602176634e-19 | kg m2 s-2 | eV
1.602176634e-13 | kg m2 s-2 | MeV
1e-7 | kg m2 s-2 | erg
1 | kg m2 s-3 | W; J/s; Nm/s; N*m/s; N m/s; VA; V*A; V A; var; kg m²/s³
1e3 | kg m2 s-3 | kW; kJ/s; kVA; kvar; kNm/s
1e6 | kg m2 s-3 | MW; MVA
1e-3 | kg m2 s-3 | mW
0.2777777777777778 | kg m2 s-3 | kJ/h
735.49875 | kg m2 s-3 | PS; CV; cv
1 | kg s-3 | W/m²; W/m2; W/m^2; W m-2; W·m⁻²
# fluids
1 | kg m-1 s-1 | Pa*s; Pa s; Pa·s; Pas; kg/(m*s); kg/(m s); Ns/m²; N*s/m^2; N s/m²; kg m⁻¹ s⁻¹
1e-3 | kg m-1 s-1 | mPas; mPa*s; mPa·s; mPa s; cP
1 | m2 s-1 | m²/s; m^2/s; m2/s
1e-6 | m2 s-1 | mm²/s; mm2/s; cSt
1 | m3 s-1 | m³/s; m3/s; m^3/s
2.777777777777778e-4 | m3 s-1 | m³/h; m3/h; m^3/h
1.6666666666666667e-5 | m3 s-1 | l/min; L/min; dm³/min
1e-3 | m3 s-1 | l/s; L/s
1 | kg m-4 s-1 | Pa*s/m^3; Pa·s/m³; Pa s/m³
1 | kg-1 m4 s2 | m^3/Pa; m³/Pa; m⁵/N
1e-5 | kg-1 m s2 | 1/bar; bar^-1; bar⁻¹
6e9 | kg m-4 s-1 | bar*min/l; bar min/l
1e-5 | kg-1 m4 s2 | m³/bar
1.5915494309189535e-7 | m3 | cm³/rev; cm³/U; ml/rev
1e2 | kg m2 s-3 | bar*l/s; bar·l/s
# heat
1 | K | K
1e-3 | K | mK
1 | kg m2 s-2 K-1 | J/K
1 | m2 s-2 K-1 | J/(kg*K); J/(kg K); J/(kg·K); J/kg/K; J/kgK; J kg⁻¹ K⁻¹; J kg-1 K-1; J.kg-1.K-1
1e3 | m2 s-2 K-1 | kJ/(kg*K); kJ/(kg K); kJ/(kg·K); kJ/kgK; J/(g K)
1 | kg m s-3 K-1 | W/(m*K); W/(m K); W/(m·K); W/m/K; W m⁻¹ K⁻¹; W m-1 K-1; W.m-1.K-1
1 | kg s-3 K-1 | W/(m²*K); W/(m² K); W/(m²·K); W/(m2 K); W/(m^2*K); W/m²/K; W m⁻² K⁻¹
1 | kg m2 s-3 K-1 | W/K
1 | kg-1 m-2 s3 K | K/W
1 | kg-1 s3 K | m²*K/W; m² K/W; m2 K/W
1 | kg-1 m-1 s3 K | m*K/W; m K/W; K m/W
1 | K-1 | 1/K; K^-1; K⁻¹; K-1
1e-6 | K-1 | ppm/K; µm/(m K)
1 | K s-1 | K/s
1.6666666666666667e-2 | K s-1 | K/min
1 | kg s-3 K-4 | W/(m² K⁴); W/(m^2*K^4); W m⁻² K⁻⁴
1 | kg m2 s-2 mol-1 K-1 | J/(mol*K); J/(mol K); J/molK; J mol⁻¹ K⁻¹
1e3 | kg m2 s-2 mol-1 | kJ/mol
1e-3 | kg mol-1 | g/mol; kg/kmol
1e3 | m-3 mol | mol/l; mol/L; mol/dm³
# electricity and magnetism
1 | A | A
1e-3 | A | mA
1e-6 | A | µA; uA
1e3 | A | kA
1 | A s | C; As; A*s; A s; A·s
3600 | A s | Ah; A h; A*h
3.6 | A s | mAh; mA h
1e-6 | A s | µC; µAs
1 | kg m2 s-3 A-1 | V; W/A; J/C
1e-3 | kg m2 s-3 A-1 | mV
1e3 | kg m2 s-3 A-1 | kV
1 | kg m2 s-3 A-2 | Ohm; ohm; Ω; \u2126; V/A
1e3 | kg m2 s-3 A-2 | kOhm; kΩ; kohm
1e6 | kg m2 s-3 A-2 | MOhm; MΩ
1e-3 | kg m2 s-3 A-2 | mOhm; mΩ
1 | kg-1 m-2 s3 A2 | S; A/V; 1/Ohm; 1/Ω
1 | kg-1 m-2 s4 A2 | F; C/V; As/V; A*s/V
1e-6 | kg-1 m-2 s4 A2 | µF; uF; μF
1e-9 | kg-1 m-2 s4 A2 | nF
1e-12 | kg-1 m-2 s4 A2 | pF
1 | kg m2 s-2 A-2 | H; Vs/A; V*s/A; Ohm*s; Ω s; Wb/A
1e-3 | kg m2 s-2 A-2 | mH; mVs/A
1e-6 | kg m2 s-2 A-2 | µH; uH
1 | kg m2 s-2 A-1 | Wb; Vs; V*s; V s; T*m^2; T m²; Nm/A; N*m/A; N m/A; Vs/rad; V*s/rad; V/(rad/s)
1e-3 | kg m2 s-2 A-1 | mNm/A; mVs; mN m/A; mVs/rad
9.549296585513721 | kg m2 s-2 A-1 | V/rpm
9.549296585513721e-3 | kg m2 s-2 A-1 | mV/rpm
1 | kg s-2 A-1 | T; Vs/m²; V*s/m^2; Wb/m²
1e-3 | kg s-2 A-1 | mT
1 | kg m s-2 A-1 | N/A; Vs/m; V*s/m; T*m; T m; V/(m/s)
1 | kg m s-3 A-1 | V/m; N/C
1e6 | kg m s-3 A-1 | kV/mm; MV/m
1 | m-1 A | A/m
1 | m-2 A | A/m²; A/m2
1e6 | m-2 A | A/mm²; A/mm2
1 | kg m s-2 A-2 | H/m; N/A²; N/A^2; N/A2; Vs/(A*m); Vs/(A m)
1 | kg-1 m-3 s4 A2 | F/m; As/(V*m); As/(V m); C²/(N m²)
1 | kg m3 s-3 A-2 | Ohm*m; Ohm m; Ωm; Ω·m; Ω m
1e-6 | kg m3 s-3 A-2 | Ωmm²/m; Ohm*mm^2/m; Ω·mm²/m; Ω mm²/m
1e-2 | kg m3 s-3 A-2 | Ωcm; Ohm cm; Ω·cm
1 | kg-1 m-3 s3 A2 | S/m
1 | kg-1/2 m-1 s3/2 | W^(-1/2)
1e-9 | kg m2 s-5/2 A-1 | nV/Hz^(1/2)
# light
1 | cd | cd; lm
1 | m-2 cd | lx; cd/m²; cd/m2
# customary
0.0254 | m | in; inch
0.3048 | m | ft
0.9144 | m | yd
1609.344 | m | mi
0.44704 | m s-1 | mph; mi/h
0.3048 | m s-1 | ft/s
0.3048 | m s-2 | ft/s^2; ft/s²; ft/s2
6.4516e-4 | m2 | in^2; in²; in2
1.6387064e-5 | m3 | in^3; in³
0.028316846592 | m3 | ft^3; ft³; ft3
0.45359237 | kg | lb; lbm
14.59390293720636 | kg | slug; lbf*s^2/ft; lbf s²/ft
4.4482216152605 | kg m s-2 | lbf
4448.2216152605 | kg m s-2 | kip
6894.757293168361 | kg m-1 s-2 | psi; lbf/in^2; lbf/in²; lbf/in2
6.894757293168361e6 | kg m-1 s-2 | ksi
47.88025898033584 | kg m-1 s-2 | lbf/ft²; lbf/ft^2
1.3558179483314004 | kg m2 s-2 | ft*lbf; lbf*ft; lbf ft; ft·lbf; lbf·ft
0.1129848290276167 | kg m2 s-2 | in*lbf; lbf*in; lbf·in; lbf in
175.12683524647637 | kg s-2 | lbf/in
14.593902937206364 | kg s-2 | lbf/ft
175.12683524647637 | kg s-1 | lbf*s/in; lbf s/in; lbf·s/in
175.12683524647637 | kg | lbf*s^2/in
745.6998715822702 | kg m2 s-3 | hp
1.3558179483314004 | kg m2 s-3 | ft*lbf/s
16.018463373960142 | kg m-3 | lb/ft^3; lb/ft³; lb/ft3; lbm/ft^3
515.3788183931961 | kg m-3 | slug/ft³; slug/ft^3
0.04214011009380479 | kg m2 | lb*ft^2; lbm ft²
2.926396534292e-4 | kg m2 | lb*in^2; lbm in²
1.3558179483314004 | kg m2 | slug*ft^2; slug ft²
0.45359237 | kg s-1 | lb/s
1.2599788055555555e-4 | kg s-1 | lb/h
4.719474432e-4 | m3 s-1 | ft^3/min; ft³/min
1.4881639435695538 | kg m-1 | lbm/ft
"""

# a temperature by itself: degrees, and how many kelvin that is
TEMPERATURES = """
degC | 20 | 293.15
°C | 0 | 273.15
ºC | 100 | 373.15
\u2103 | -40 | 233.15
degF | 32 | 273.15
°F | 212 | 373.15
\u2109 | -40 | 233.15
"""

# what is refused | part of what the letter says to do
REFUSED = """
# letters in the wrong case
KN | kN
PA | Pa
Kg | kg
KG | kg
KW | kW
Kw | kW
kw | kW
KHz | kHz
KHZ | kHz
Mhz | MHz
hz | Hz
HZ | Hz
Kpa | kPa
KPa | kPa
kpa | kPa
MPA | MPa
Mpa | MPa
mpa | MPa
GPA | GPa
Gpa | GPa
pa | Pa
NM | Nm
nM | Nm
KNm | kNm
KNM | kNm
knm | kNm
MM | mm
Mm | mm
Cm | cm
CM | cm
KM | km
Km | km
Min | min
MIN | min
KV | kV
Kv | kV
mv | mV
ma | mA
UF | µF
nf | nF
OHM | Ohm
Rad | rad
RAD | rad
Deg | deg
DEG | deg
BAR | bar
Bar | bar
PSI | psi
Psi | psi
KWh | kWh
KWH | kWh
kwh | kWh
Kwh | kWh
mah | mAh
PAS | Pas
HP | hp
RPM | rpm
Rpm | rpm
Lb | lb
LB | lb
LBF | lbf
FT | ft
IN | in
Ml | ml
M | m
k | K
n | N
G | m/s^2
# words and other signs
sec | s
m/sec | s
m/sec2 | s
rad/sec | s
hr | h
km/hr | h
kph | km/h
kmh | km/h
rps | rev/s
r.p.m. | rpm
UPM | rpm
Upm | rpm
Umdr/min | rev
vueltas/min | rev
krpm | rpm
V/krpm | rpm
meter | m
metros | m
Newton | N
newton | N
newtons | N
Volt | V
Ohms | Ohm
ohms | ohm
Grad | deg
grad | deg
grados | deg
graus | deg
Zoll | in
pulgada | in
polegada | in
inches | in
feet | ft
lbs | lb
pounds | lb
kgs | kg
gr | g
tn | units are written
lts | l
Liter | l
litros | l
ccm | cm^3
cc | cm^3
qm | m^2
cbm | m^3
micron | µm
µ | µm
percent | %
kn | kN
knots | km/h
kt | km/h
BTU | J
BTU/h | J
cal | J
kcal | J
kcal/h | J
kcal/(h m² °C) | J
gal | l
gal/min | l
gpm | l/min
cfm | ft^3/min
lpm | l/min
mmH2O | Pa
mH2O | kPa
mWS | kPa
mca | kPa
inHg | Pa
psig | psi
barg | bar
psia | psi
at | kgf/cm^2
psf | lbf/ft^2
pcf | lb/ft^3
oz | lb
oz*in | lb
P | cP
St | cSt
dB | ratio
°K | K
°R | K
U | rev
r | rev
yr | d
a | d
kWh/a | d
# run together
Nsm | N*s*m
Nm/sm | Nm/(s*m)
NmA | N*m*A
Nmin | N*min
Nm/Arad | Nm/(A*rad)
Tm | T*m
Am | A*m
Am2 | A*m2
Vs/Am | Vs/(A*m)
As/Vm | As/(V*m)
Vm | V*m
Wm | W*m
kgms | kg*ms
kNs2/mm2m | write
kJ/kmolK | kJ/(kmol*K)
J/gK | J/(g*K)
W/cmK | W/(cm*K)
mK/W | m*K/W
W/mK | W/(m*K)
W/(mK) | m*K
W/m2K | W/(m2*K)
W/m²K | W/(m²*K)
m²K/W | write
kW/m2K | kW/(m2*K)
MPam^0.5 | MPa*m^0.5
kgfcm | kgf*cm
lbfft | lbf*ft
lbft | lbf*ft
inlb | in*lbf
ftlb | ft*lbf
ftlbs | ft*lbf
sqft | units are written
barl/s | bar*l/s
2m | number
m(s) | write
# two readings
J/kg*K | J/(kg*K)
J/kg K | J/(kg*K)
J/kg·K | J/(kg*K)
kJ/kg K | kJ/(kg*K)
W/m*K | W/(m*K)
W/m·K | W/(m*K)
W/m K | W/(m*K)
W/m² K | W/(m²*K)
W/m^2*K | W/(m^2*K)
N/m*s | N/(m*s)
Nm/rad*s | Nm/(rad*s)
Nm/rad s | Nm/(rad*s)
kg/m s | kg/(m*s)
kg/m*s^2 | kg/(m*s^2)
1/m s | 1/(m*s)
Vs/A m | Vs/(A*m)
ms-1 | m*s^-1
ms^-1 | m*s^-1
ms⁻¹ | m*s^-1
ms⁻² | m*s^-2
ms-2 | m*s^-2
Nm-1 | N*m^-1
Nm⁻¹ | N*m^-1
Nm⁻² | N*m^-2
Nms⁻¹ | N*m*s^-1
kgm-3 | kg*m^-3
kgm⁻³ | kg*m^-3
mN⁻¹ | m*N^-1
Wm-2 | W*m
Vm⁻¹ | V*m
kg/ms | kg/(m*s)
kg/cm² | kgf/cm^2
kg/cm2 | kgf/cm^2
kg/mm2 | kgf/mm^2
kgcm | kg*cm^2
gcm | g*cm^2
Nm³/h | m^3
Nm3/h | m^3
lb/in | lbf
lb/ft | lbf
lb/in^2 | lbf
lb/in2 | lbf
lb*ft | lbf
ft*lb | ft*lbf
ft lb | lbf
in lb | lbf
lb*s/in | lbf
lb s²/in | lbf
m/S | s
km/H | h
rad/S | s
J/kg/C | K
1/C | K
W/C | K
degC/s | K
W/degC | K
W/(m² °C) | K
1/°C | K
ppm/°C | K
°C/W | K
J/(kg °C) | K
J/(kg*degC) | K
degF/h | K
# signs that are none
N-m | N*m
ft-lb | ft*lbf
kW-h | kW*h
oz-in | lb
kg-m² | N*m
in-lbf | N*m
N+m | not understood
[N] | without []
m^x | small integer
m^ | small integer
m/ | ends
/s | name
m 2 | m^2
s -1 | s^-1
m s -2 | s^-2
W/m²-K | *
10^3 N | number
1000 kg | number
1e-6/K | number
l/100km | number
100 km | number
V/1000rpm | number
Nm/√W | W^(1/2)
nV/√Hz | Hz^(1/2)
MPa√m | m^(1/2)
sqrt(Hz) | Hz^(1/2)
m2.5 | ^2.5
s10 | ^10
m/s^2^2 | expected
N,m | not understood
N;m | not understood
m\u0303 | not understood
µε | units are written
\u043c | units are written
"""
