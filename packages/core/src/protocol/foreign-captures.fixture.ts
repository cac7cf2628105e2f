// oxlint-disable max-lines -- a table of captures
/** The bytes of a device that the client has no profile for, and the values that a technician reads in them. */
export interface ForeignCapture {
  readonly name: string;
  /** Where the bytes, or the statements that print them, are published. */
  readonly source: string;
  /** Set if only positions or bytes carry the meaning, so that nothing can be inferred. */
  readonly needsProfile?: true;
  /** How many values are inferred without a profile. */
  readonly inferred: number;
  readonly values: ForeignValues;
  /** The bytes as a text with one character per byte. */
  readonly bytes: string;
}

type Scalar =
  | 'packVoltageV'
  | 'currentA'
  | 'socPercent'
  | 'sohPercent'
  | 'remainingAh'
  | 'designCapacityAh'
  | 'cycles';
type SwitchName = 'charge' | 'discharge' | 'precharge';
type List = 'cellVoltagesV' | 'temperaturesC';

/** Each value with the alternatives that its capture shows over time. Cells and sensors are in the device's order. */
export type ForeignValues = Readonly<Partial<Record<Scalar, readonly number[]>>> &
  Readonly<Partial<Record<List, readonly (readonly number[])[]>>> & {
    readonly switches?: Readonly<Partial<Record<SwitchName, boolean>>>;
  };

export const FOREIGN_CAPTURES: readonly ForeignCapture[] = [
  {
    name: 'lithionics',
    source: 'patman15/aiobmsble tests/bms/test_lithionics_bms.py (reference decode in the test)',
    needsProfile: true,
    inferred: 0,
    values: {
      packVoltageV: [13.99, 13.98],
      currentA: [-3, -4],
      socPercent: [99],
      cellVoltagesV: [[3.5], [3.5], [3.5, 3.49], [3.49]],
      temperaturesC: [[12.778], [8.889]],
      remainingAh: [319],
    },
    bytes:
      '1399,350,350,350,349,55,48,-3,99,000000\r\n&,1,319,006391,0136,2300,FF05,8700\r\n1398,350,350,350,349,55,48,-4,99,000000\r\n&,1,319,006391,0136,2300,FF05,8700\r\n1398,350,350,349,349,55,48,-4,99,000000\r\n&,1,319,006391,0136,2300,FF05,8700\r\n',
  },
  {
    name: 'junctek-kg-f',
    source: 'mysystem32/juntek_kg README.md + juntek_kg.py',
    needsProfile: true,
    inferred: 0,
    values: {
      packVoltageV: [53.66, 53.67],
      currentA: [54.1, 54.05, 54.0],
      remainingAh: [416.983, 416.99, 416.998],
      temperaturesC: [[28]],
      designCapacityAh: [420],
    },
    bytes:
      ':r50=1,220,5366,5410,416983,289634,1427701,88851,128,0,0,1,3,4277,\r\n:r50=1,47,5366,5405,416990,289634,1427780,88852,128,0,0,1,3,4277,\r\n:r51=1,12,0,0,0,0,0,100,0,0,4200,100,100,100,0,0,1,\r\n:r50=1,132,5367,5400,416998,289634,1427860,88853,128,0,0,1,3,4277,\r\n:r00=1,217,2140,110,6,\r\n',
  },
  {
    name: 'pylontech-pwr',
    source: 'PLCHome/ioBroker.pylontech data/US/pwr.txt (real dump)',
    inferred: 0,
    values: {
      packVoltageV: [49.905],
      currentA: [11.867],
      socPercent: [39],
      temperaturesC: [[27.9]],
    },
    bytes:
      '\r\n\rpylon>\r\n\rpylon>pwr\r\n\r@\r\nPower Volt   Curr   Tempr  Tlow   Thigh  Vlow   Vhigh  Base.St  Volt.St  Curr.St  Temp.St  Coulomb  Time                 B.V.St   B.T.St   MosTempr M.T.St  \r\n1     49905  11867  27900  26600  26800  3327   3327   Charge   Normal   Normal   Normal   39%      2023-09-16 11:50:32  Normal   Normal  27500    Normal  \r\n2     49882  5182   31900  29700  30100  3325   3326   Charge   Normal   Normal   Normal   38%      2023-09-16 11:50:29  Normal   Normal  30200    Normal  \r\n3     49909  5080   33000  30000  30000  3326   3328   Charge   Normal   Normal   Normal   35%      2023-09-16 11:50:29  Normal   Normal   -        -       \r\n4     49916  5250   33000  30000  31000  3326   3329   Charge   Normal   Normal   Normal   40%      2023-09-16 11:50:30  Normal   Normal   -        -       \r\n5     -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n6     -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n7     -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n8     -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n9     -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n10    -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n11    -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n12    -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n13    -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n14    -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n15    -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n16    -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n\rCommand completed successfully\r\n\r$$\r\n\r\npylon>\r\n\rpylon>\r\n\rpylon>pwr\r\n\r@\r\nPower Volt   Curr   Tempr  Tlow   Thigh  Vlow   Vhigh  Base.St  Volt.St  Curr.St  Temp.St  Coulomb  Time                 B.V.St   B.T.St   MosTempr M.T.St  \r\n1     49905  11867  27900  26600  26800  3327   3327   Charge   Normal   Normal   Normal   39%      2023-09-16 11:50:32  Normal   Normal  27500    Normal  \r\n2     49882  5182   31900  29700  30100  3325   3326   Charge   Normal   Normal   Normal   38%      2023-09-16 11:50:29  Normal   Normal  30200    Normal  \r\n3     49909  5080   33000  30000  30000  3326   3328   Charge   Normal   Normal   Normal   35%      2023-09-16 11:50:29  Normal   Normal   -        -       \r\n4     49916  5250   33000  30000  31000  3326   3329   Charge   Normal   Normal   Normal   40%      2023-09-16 11:50:30  Normal   Normal   -        -       \r\n5     -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n6     -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n7     -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n8     -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n9     -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n10    -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n11    -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n12    -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n13    -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n14    -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n15    -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n16    -      -      -      -      -      -      -      Absent   -        -        -        -        -                    -        -       \r\n\rCommand completed successfully\r\n\r$$\r\n\r\npylon>',
  },
  {
    name: 'pylontech-bat',
    source: 'PLCHome/ioBroker.pylontech data/US/bat 1.txt (real dump)',
    inferred: 0,
    values: {
      cellVoltagesV: [
        [3.331],
        [3.331],
        [3.33],
        [3.33],
        [3.33],
        [3.331],
        [3.331],
        [3.331],
        [3.331],
        [3.331],
        [3.33],
        [3.331],
        [3.331],
        [3.331],
        [3.33],
      ],
      currentA: [16.02],
      socPercent: [45],
      temperaturesC: [
        [27.5],
        [27.5],
        [27.5],
        [27.5],
        [27.3],
        [27.3],
        [27.3],
        [27.3],
        [27.2],
        [27.2],
        [27.2],
        [27.2],
        [27.5],
        [27.5],
        [27.5],
      ],
      remainingAh: [44.231],
    },
    bytes:
      '\r\n\r\npylon>bat 1\r\n\r\n@\r\n\r\nBattery  Volt     Curr     Tempr    Base State   Volt. State  Curr. State  Temp. State  SOC          Coulomb      BAL         \r\n\r\n0        3331     16020    27500    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n1        3331     16020    27500    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n2        3330     16020    27500    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n3        3330     16020    27500    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n4        3330     16020    27300    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n5        3331     16020    27300    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n6        3331     16020    27300    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n7        3331     16020    27300    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n8        3331     16020    27200    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n9        3331     16020    27200    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n10       3330     16020    27200    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n11       3331     16020    27200    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n12       3331     16020    27500    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n13       3331     16020    27500    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n14       3330     16020    27500    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\nCommand completed successfully\r\n\r\n$$\r\n\r\npylon>\r\n\r\npylon>bat 1\r\n\r\n@\r\n\r\nBattery  Volt     Curr     Tempr    Base State   Volt. State  Curr. State  Temp. State  SOC          Coulomb      BAL         \r\n\r\n0        3331     16020    27500    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n1        3331     16020    27500    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n2        3330     16020    27500    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n3        3330     16020    27500    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n4        3330     16020    27300    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n5        3331     16020    27300    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n6        3331     16020    27300    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n7        3331     16020    27300    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n8        3331     16020    27200    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n9        3331     16020    27200    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n10       3330     16020    27200    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n11       3331     16020    27200    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n12       3331     16020    27500    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n13       3331     16020    27500    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\n14       3330     16020    27500    Charge       Normal       Normal       Normal       45%         44231 mAH      N\r\n\r\nCommand completed successfully\r\n\r\n$$\r\n\r\npylon>',
  },
  {
    name: 'pylontech-pwr-1',
    source: 'PLCHome/ioBroker.pylontech data/US/pwr 1.txt (real dump)',
    inferred: 5,
    values: {
      packVoltageV: [49.959],
      currentA: [15.939],
      temperaturesC: [[28.2]],
      socPercent: [45],
      designCapacityAh: [100],
    },
    bytes:
      '\r\n\r\npylon>pwr 1\r\n\r\n@\r\n\r\n ----------------------------\r\n\r\n Power  1\r\n\r\n\r\n\r\n Voltage         : 49959       mV\r\n\r\n Current         : 15939       mA\r\n\r\n Temperature     : 28200       mC\r\n\r\n Coulomb         : 45          %\r\n\r\n Total Coulomb   : 100000      mAH\r\n\r\n Max Voltage     : 54000       mV\r\n\r\n Charge Times    : 11344       \r\n\r\n Basic Status    : Charge  \r\n\r\n Charge Sec.     : 1764    s\r\n\r\n Volt Status     : Normal  \r\n\r\n Current Status  : Normal  \r\n\r\n Tmpr. Status    : Normal  \r\n\r\n Coul. Status    : Normal  \r\n\r\n Soh. Status     : Normal  \r\n\r\n Heater Status   : OFF     \r\n\r\n Protect ENA     : BOV BHV BLV BUV POV PHV PLV PUV CBOT CBHT CBLT CBUT DBOT DBHT DBLT DBUT POT PHT COC COC2 COCA DOCA DOC DOC2 SC LCOUL \r\n\r\n Bat Events      : 0x0        \r\n\r\n Power Events    : 0x0        \r\n\r\n System Fault    : 0x0        \r\n\r\n ----------------------------\r\n\r\nCommand completed successfully\r\n\r\n$$\r\n\r\npylon>\r\n\r\npylon>pwr 1\r\n\r\n@\r\n\r\n ----------------------------\r\n\r\n Power  1\r\n\r\n\r\n\r\n Voltage         : 49959       mV\r\n\r\n Current         : 15939       mA\r\n\r\n Temperature     : 28200       mC\r\n\r\n Coulomb         : 45          %\r\n\r\n Total Coulomb   : 100000      mAH\r\n\r\n Max Voltage     : 54000       mV\r\n\r\n Charge Times    : 11344       \r\n\r\n Basic Status    : Charge  \r\n\r\n Charge Sec.     : 1764    s\r\n\r\n Volt Status     : Normal  \r\n\r\n Current Status  : Normal  \r\n\r\n Tmpr. Status    : Normal  \r\n\r\n Coul. Status    : Normal  \r\n\r\n Soh. Status     : Normal  \r\n\r\n Heater Status   : OFF     \r\n\r\n Protect ENA     : BOV BHV BLV BUV POV PHV PLV PUV CBOT CBHT CBLT CBUT DBOT DBHT DBLT DBUT POT PHT COC COC2 COCA DOCA DOC DOC2 SC LCOUL \r\n\r\n Bat Events      : 0x0        \r\n\r\n Power Events    : 0x0        \r\n\r\n System Fault    : 0x0        \r\n\r\n ----------------------------\r\n\r\nCommand completed successfully\r\n\r\n$$\r\n\r\npylon>',
  },
  {
    name: 'pylontech-h2-pwr',
    source: 'PLCHome/ioBroker.pylontech data/H2/pwr.txt (real dump)',
    inferred: 0,
    values: {
      packVoltageV: [400.916, 401.758],
      currentA: [0.521],
      socPercent: [78],
      temperaturesC: [[33.0], [22.483]],
      remainingAh: [28.903],
    },
    bytes:
      '\rpylon>\r\n\rpylon>pwr\r\n\r@\r\nAverageTempr   : 22483       \r\nDC Volt        : 400437      \r\nBat Volt       : 400916      \r\n\r\nVolt   Curr   Tempr  BTlow  BThigh BVlow  BVhigh UTlow  UThigh UVlow  UVhigh Base.St  Volt.St  Curr.St  Temp.St  CoulombAH                CoulombWH              Time                 B.V.St   B.T.St   U.V.St   U.T.St   Err Code\r\n401758 521    33000  22000  24000  3346   3349   22000  23466  100428 100451 Charge   Normal   Normal   Normal    78%          28903 mAH  84%        11903117 mWH 2023-10-05 16:14:35  Normal   Normal   Normal   Normal   0x0\r\n\rCommand completed successfully\r\n\r$$\r\n\rpylon>\rpylon>\r\n\rpylon>pwr\r\n\r@\r\nAverageTempr   : 22483       \r\nDC Volt        : 400437      \r\nBat Volt       : 400916      \r\n\r\nVolt   Curr   Tempr  BTlow  BThigh BVlow  BVhigh UTlow  UThigh UVlow  UVhigh Base.St  Volt.St  Curr.St  Temp.St  CoulombAH                CoulombWH              Time                 B.V.St   B.T.St   U.V.St   U.T.St   Err Code\r\n401758 521    33000  22000  24000  3346   3349   22000  23466  100428 100451 Charge   Normal   Normal   Normal    78%          28903 mAH  84%        11903117 mWH 2023-10-05 16:14:35  Normal   Normal   Normal   Normal   0x0\r\n\rCommand completed successfully\r\n\r$$\r\n\rpylon>',
  },
  {
    name: 'seplos-v2-ascii-hex',
    source: 'syssi/esphome-seplos-bms README.md (real telegram and its decode)',
    needsProfile: true,
    inferred: 0,
    values: {
      packVoltageV: [53.28, 52.8],
      currentA: [-6.76],
      socPercent: [78.7],
      sohPercent: [100],
      remainingAh: [133.9],
      designCapacityAh: [170.0],
      cycles: [70],
      cellVoltagesV: [
        [3.287],
        [3.305],
        [3.316],
        [3.286],
        [3.311],
        [3.301],
        [3.297],
        [3.292],
        [3.305],
        [3.312],
        [3.304],
        [3.311],
        [3.306],
        [3.29],
        [3.294],
        [3.288],
      ],
      temperaturesC: [[25.1], [24.5], [23.6], [25.1], [25.0], [24.7]],
    },
    bytes:
      '~2000460010960001100CD70CE90CF40CD60CEF0CE50CE10CDC0CE90CF00CE80CEF0CEA0CDA0CDE0CD8060BA60BA00B970BA60BA50BA2FD5C14A0344E0A426803134650004603E8149F0000000000000000DC6C\r~2000460010960001100CD70CE90CF40CD60CEF0CE50CE10CDC0CE90CF00CE80CEF0CEA0CDA0CDE0CD8060BA60BA00B970BA60BA50BA2FD5C14A0344E0A426803134650004603E8149F0000000000000000DC6C\r~2000460010960001100CD70CE90CF40CD60CEF0CE50CE10CDC0CE90CF00CE80CEF0CEA0CDA0CDE0CD8060BA60BA00B970BA60BA50BA2FD5C14A0344E0A426803134650004603E8149F0000000000000000DC6C\r',
  },
  {
    name: 'pace-v25-ascii-hex',
    source: 'nkinnan/esphome-pace-bms Test PACE BMS.cpp (known good example and its decode)',
    needsProfile: true,
    inferred: 0,
    values: {
      switches: { charge: true, discharge: true },
      packVoltageV: [52.429],
      currentA: [-2.25],
      remainingAh: [48.19],
      designCapacityAh: [103.46, 100],
      cycles: [140],
      cellVoltagesV: [
        [3.271],
        [3.272],
        [3.271],
        [3.271],
        [3.271],
        [3.269],
        [3.27],
        [3.271],
        [3.271],
        [3.27],
        [3.271],
        [3.27],
        [3.27],
        [3.271],
        [3.27],
        [3.271],
      ],
      temperaturesC: [[24.1], [23.9], [23.9], [23.9], [26.5], [27.4]],
    },
    bytes:
      '~25014600F07A0001100CC70CC80CC70CC70CC70CC50CC60CC70CC70CC60CC70CC60CC60CC70CC60CC7060B9B0B990B990B990BB30BBCFF1FCCCD12D303286A008C2710E1E4\r~25014600004C000110000000000000000000000000000000000600000000000000000000000E000000000000EF3A\r~25014600F07A0001100CC70CC80CC70CC70CC70CC50CC60CC70CC70CC60CC70CC60CC60CC70CC60CC7060B9B0B990B990B990BB30BBCFF1FCCCD12D303286A008C2710E1E4\r~25014600004C000110000000000000000000000000000000000600000000000000000000000E000000000000EF3A\r',
  },
  {
    name: 'voltronic-qpigs',
    source: 'jblance/mpp-solar mppsolar/protocols/pi30.py (test response)',
    needsProfile: true,
    inferred: 0,
    values: { packVoltageV: [57.5], currentA: [12], socPercent: [100], temperaturesC: [[69]] },
    bytes:
      '(000.0 00.0 230.0 49.9 0161 0119 003 460 57.50 012 100 0069 0014 103.8 57.45 00000 00110110 00 00 00856 010$\u008c\r(000.0 00.0 230.0 49.9 0161 0119 003 460 57.50 012 100 0069 0014 103.8 57.45 00000 00110110 00 00 00856 010$\u008c\r(000.0 00.0 230.0 49.9 0161 0119 003 460 57.50 012 100 0069 0014 103.8 57.45 00000 00110110 00 00 00856 010$\u008c\r',
  },
  {
    name: 'teslabms-details',
    source: 'collin80/TeslaBMS BMSModuleManager.cpp printPackDetails (d)',
    inferred: 17,
    values: {
      packVoltageV: [50.117],
      cellVoltagesV: [
        [4.18],
        [4.17],
        [4.18],
        [4.17],
        [4.18],
        [4.18],
        [4.17],
        [4.18],
        [4.18],
        [4.18],
        [4.17],
        [4.18],
      ],
      temperaturesC: [[21.11], [21.61], [21.12], [21.62]],
    },
    bytes:
      '\r\n\r\n\r\n                                         Pack Status:\r\n                                      All systems go!\r\nModules: 2    Voltage: 50.117V   Avg Cell Voltage: 4.176V     Avg Temp: 21.430C \r\n\r\nModule #1   25.06V   Cell0: 4.18V    Cell1: 4.17V    Cell2: 4.18V    Cell3: 4.17V*   Cell4: 4.18V    Cell5: 4.18V   Neg Term Temp: 21.11C  Pos Term Temp: 21.61C\r\nModule #2   25.06V   Cell6: 4.17V    Cell7: 4.18V    Cell8: 4.18V    Cell9: 4.18V   Cell10: 4.17V   Cell11: 4.18V   Neg Term Temp: 21.12C  Pos Term Temp: 21.62C\r\n\r\n\r\n\r\n                                         Pack Status:\r\n                                      All systems go!\r\nModules: 2    Voltage: 50.117V   Avg Cell Voltage: 4.176V     Avg Temp: 21.430C \r\n\r\nModule #1   25.06V   Cell0: 4.18V    Cell1: 4.17V    Cell2: 4.18V    Cell3: 4.17V*   Cell4: 4.18V    Cell5: 4.18V   Neg Term Temp: 21.11C  Pos Term Temp: 21.61C\r\nModule #2   25.06V   Cell6: 4.17V    Cell7: 4.18V    Cell8: 4.18V    Cell9: 4.18V   Cell10: 4.17V   Cell11: 4.18V   Neg Term Temp: 21.12C  Pos Term Temp: 21.62C\r\n\r\n\r\n\r\n                                         Pack Status:\r\n                                      All systems go!\r\nModules: 2    Voltage: 50.117V   Avg Cell Voltage: 4.176V     Avg Temp: 21.430C \r\n\r\nModule #1   25.06V   Cell0: 4.18V    Cell1: 4.17V    Cell2: 4.18V    Cell3: 4.17V*   Cell4: 4.18V    Cell5: 4.18V   Neg Term Temp: 21.11C  Pos Term Temp: 21.61C\r\nModule #2   25.06V   Cell6: 4.17V    Cell7: 4.18V    Cell8: 4.18V    Cell9: 4.18V   Cell10: 4.17V   Cell11: 4.18V   Neg Term Temp: 21.12C  Pos Term Temp: 21.62C\r\n',
  },
  {
    name: 'teslabms-summary',
    source: 'collin80/TeslaBMS BMSModuleManager.cpp printPackSummary (p)',
    inferred: 0,
    values: { packVoltageV: [50.117], temperaturesC: [[21.11], [21.61], [21.12], [21.62]] },
    bytes:
      '\r\n\r\n\r\n                                     Pack Status:\r\n                                   All systems go!\r\nModules: 2    Voltage: 50.117V   Avg Cell Voltage: 4.176V     Avg Temp: 21.430C \r\n\r\n                               Module #1\r\n  Voltage: 25.060V   (4.170V-4.182V)     Temperatures: (21.110C-21.610C)\r\n  Currently balancing cells: 3 \r\n                               Module #2\r\n  Voltage: 25.057V   (4.171V-4.181V)     Temperatures: (21.120C-21.620C)\r\n  Currently balancing cells: \r\n\r\n\r\n\r\n                                     Pack Status:\r\n                                   All systems go!\r\nModules: 2    Voltage: 50.117V   Avg Cell Voltage: 4.176V     Avg Temp: 21.430C \r\n\r\n                               Module #1\r\n  Voltage: 25.060V   (4.170V-4.182V)     Temperatures: (21.110C-21.610C)\r\n  Currently balancing cells: 3 \r\n                               Module #2\r\n  Voltage: 25.057V   (4.171V-4.181V)     Temperatures: (21.120C-21.620C)\r\n  Currently balancing cells: \r\n\r\n\r\n\r\n                                     Pack Status:\r\n                                   All systems go!\r\nModules: 2    Voltage: 50.117V   Avg Cell Voltage: 4.176V     Avg Temp: 21.430C \r\n\r\n                               Module #1\r\n  Voltage: 25.060V   (4.170V-4.182V)     Temperatures: (21.110C-21.610C)\r\n  Currently balancing cells: 3 \r\n                               Module #2\r\n  Voltage: 25.057V   (4.171V-4.181V)     Temperatures: (21.120C-21.620C)\r\n  Currently balancing cells: \r\n',
  },
  {
    name: 'ennoid-terminal',
    source: 'vsawce/ENNOID-BMS-Firmware Modules/Src/modTerminal.c (status, cells, sens)',
    inferred: 12,
    values: {
      packVoltageV: [22.27],
      currentA: [-4.52],
      socPercent: [64.2],
      remainingAh: [12.84],
      cellVoltagesV: [[3.712], [3.714], [3.709], [3.711], [3.713], [3.71]],
      temperaturesC: [[31.5], [24.0]],
    },
    bytes:
      "status\r\n-----Battery Pack Status-----\r\nPack voltage Direct   : 22.27V\r\nPack voltage CVAverage: 22.27V\r\nPack current          : -4.52A\r\nLC Load voltage       : 22.20V\r\nLow  current          : -4.52A\r\nState of charge       : 64.2%\r\nRemaining capacity    : 12.84Ah\r\nOperational state     : Load enabled\r\nCell voltage high     : 3.714V\r\nCell voltage low      : 3.709V\r\nCell voltage average  : 3.712V\r\nCell voltage mismatch : 0.005V\r\nDischarge enabled     : True\r\nCharge enabled        : True\r\nPower button pressed  : False\r\nCAN safety state      : True\r\n---End Battery Pack Status---\r\n \r\ncells\r\n-----   Cell voltages   -----\r\nCell voltage 0             : 3.712V\r\nCell voltage 1             : 3.714V\r\nCell voltage 2             : 3.709V\r\nCell voltage 3             : 3.711V\r\nCell voltage 4             : 3.713V\r\nCell voltage 5             : 3.710V\r\nCell voltage high          : 3.714V\r\nCell voltage low           : 3.709V\r\nCell voltage average       : 3.712V\r\nCell voltage mismatch      : 0.005V\r\n----- End Cell voltages -----\r\n \r\nsens\r\n-----       Sensors         -----\r\nSensor[2]  :  31.5 C - I - 'LTC Internal'\r\nSensor[3]  :  24.0 C - I - 'STM NTC'\r\n-----     End sensors       -----\r\n----- E=External I=Internal -----\r\n \r\n",
  },
  {
    name: 'thingset-text',
    source:
      'ThingSet text mode spec (":85 Content. {\u2026}", "# {\u2026}"); names: LibreSolar/bms-firmware app/src/data_objects.c',
    inferred: 9,
    values: {
      packVoltageV: [13.21, 13.2],
      currentA: [-12.4, -12.5],
      socPercent: [78],
      cellVoltagesV: [[3.302], [3.304], [3.303], [3.302]],
      temperaturesC: [[21.5], [22.0]],
    },
    bytes:
      '?Meas\r\n:85 Content. {"rPackVoltage_V":13.21,"rPackCurrent_A":-12.40,"rSOC_pct":78,"rCellVoltages_V":[3.302,3.304,3.303,3.302],"rCellTemps_degC":[21.5,22.0],"rErrorFlags":0}\r\n# {"rPackVoltage_V":13.21,"rPackCurrent_A":-12.40,"rSOC_pct":78,"rCellVoltages_V":[3.302,3.304,3.303,3.302],"rCellTemps_degC":[21.5,22.0],"rErrorFlags":0}\r\n# {"rPackVoltage_V":13.20,"rPackCurrent_A":-12.50,"rSOC_pct":78,"rCellVoltages_V":[3.302,3.304,3.303,3.302],"rCellTemps_degC":[21.5,22.0],"rErrorFlags":0}\r\n# {"rPackVoltage_V":13.21,"rPackCurrent_A":-12.40,"rSOC_pct":78,"rCellVoltages_V":[3.302,3.304,3.303,3.302],"rCellTemps_degC":[21.5,22.0],"rErrorFlags":0}\r\n',
  },
  {
    name: 'jk-to-pylontech-log',
    source: 'ArminJo/JK-BMSToPylontechCAN extras/JK-BMS.log (real log)',
    inferred: 22,
    values: {
      packVoltageV: [54.41, 54.4],
      currentA: [-1.25, -1.31, 1.25],
      socPercent: [99],
      remainingAh: [113],
      cellVoltagesV: [
        [3.397],
        [3.399],
        [3.4],
        [3.403],
        [3.406],
        [3.407],
        [3.407],
        [3.408],
        [3.4],
        [3.406],
        [3.407],
        [3.404],
        [3.404],
        [3.403],
        [3.401],
        [3.402],
      ],
      // The 28 °C of the MOSFET are not a temperature of the pack.
      temperaturesC: [[25], [25]],
      switches: { charge: true, discharge: true },
    },
    bytes:
      '*** CELL INFO ***\r\n16 Cells, Minimum=3397 mV, Maximum=3408mV, Delta=11 mV, Average=3403 mV\r\n 1=3397 mV,  2=3399 mV,  3=3400 mV,  4=3403 mV,  5=3406 mV,  6=3407 mV,  7=3407 mV,  8=3408 mV,\r\n 9=3400 mV,  10=3406 mV, 11=3407 mV, 12=3404 mV, 13=3404 mV, 14=3403 mV, 15=3401 mV, 16=3402 mV,\r\n\r\nTemperature: Power MosFet=28, Sensor 1=25, Sensor 2=25\r\nSOC[%]=99 -> Remaining Capacity[Ah]=113\r\nBattery Voltage[V]=54.41, Current[A]=-1.25, Power[W]=-68\r\nBattery Voltage difference to full[V]=0.8\r\nCharging MosFet enabled, active | Discharging MosFet enabled, active | Balancing enabled, not active\r\nBattery Voltage[V]=54.41, Current[A]=1.25, Power[W]=68\r\nBattery Voltage difference to full[V]=0.8\r\n\r\nSet LCD display page to: 0\r\nSet LCD display page to: 1\r\nSet LCD display page to: 2\r\nDebug mode just activated\r\nSend CAN\r\nCANId=0x351, FrameLength=8, Data=0x28, 0x2, 0xF4, 0x1, 0x20, 0x3, 0xE0, 0x1\r\nCANId=0x355, FrameLength=4, Data=0x3C, 0x0, 0x64, 0x0\r\nBattery Voltage[V]=54.41, Current[A]=-1.25, Power[W]=-68\r\nBattery Voltage[V]=54.40, Current[A]=-1.31, Power[W]=-71\r\n',
  },
  {
    name: 'esphome-log',
    source:
      'syssi/esphome-seplos-bms README.md "Example response all sensors enabled" (ANSI colours as esphome prints them)',
    inferred: 27,
    values: {
      packVoltageV: [52.8],
      currentA: [-6.54],
      socPercent: [78.7],
      sohPercent: [100],
      remainingAh: [133.86],
      designCapacityAh: [170, 180],
      cycles: [70],
      cellVoltagesV: [
        [3.288],
        [3.304],
        [3.316],
        [3.287],
        [3.31],
        [3.301],
        [3.297],
        [3.293],
        [3.305],
        [3.312],
        [3.304],
        [3.311],
        [3.307],
        [3.29],
        [3.294],
        [3.289],
      ],
      temperaturesC: [[29.82], [29.76], [29.67], [29.82], [29.81], [29.78]],
    },
    bytes:
      "\u001b[0;36m[12:34:56][I][seplos_bms:031]: Telemetry frame received\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 1': Sending state 3.28800 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 2': Sending state 3.30400 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 3': Sending state 3.31600 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 4': Sending state 3.28700 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 5': Sending state 3.31000 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 6': Sending state 3.30100 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 7': Sending state 3.29700 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 8': Sending state 3.29300 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 9': Sending state 3.30500 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 10': Sending state 3.31200 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 11': Sending state 3.30400 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 12': Sending state 3.31100 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 13': Sending state 3.30700 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 14': Sending state 3.29000 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 15': Sending state 3.29400 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 16': Sending state 3.28900 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms min cell voltage': Sending state 3.28700 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms max cell voltage': Sending state 3.31600 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms max voltage cell': Sending state 3.00000  with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms min voltage cell': Sending state 4.00000  with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms delta cell voltage': Sending state 0.02900 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms average cell voltage': Sending state 3.30050 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms temperature 1': Sending state 29.82000 \u00c2\u00b0C with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms temperature 2': Sending state 29.76000 \u00c2\u00b0C with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms temperature 3': Sending state 29.67000 \u00c2\u00b0C with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms temperature 4': Sending state 29.82000 \u00c2\u00b0C with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms environment temperature': Sending state 29.81000 \u00c2\u00b0C with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms mosfet temperature': Sending state 29.78000 \u00c2\u00b0C with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms current': Sending state -6.54000 A with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms total voltage': Sending state 52.80000 V with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms power': Sending state -345.31198 W with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms charging power': Sending state 0.00000 W with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms discharging power': Sending state 345.31198 W with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms residual capacity': Sending state 133.86000 Ah with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms battery capacity': Sending state 170.00000 Ah with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms state of charge': Sending state 78.70000 % with 1 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms rated capacity': Sending state 180.00000 Ah with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms charging cycles': Sending state 70.00000  with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms state of health': Sending state 100.00000 % with 1 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms port voltage': Sending state 52.79000 V with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][I][seplos_bms:031]: Telemetry frame received\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 1': Sending state 3.28800 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 2': Sending state 3.30400 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 3': Sending state 3.31600 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 4': Sending state 3.28700 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 5': Sending state 3.31000 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 6': Sending state 3.30100 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 7': Sending state 3.29700 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 8': Sending state 3.29300 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 9': Sending state 3.30500 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 10': Sending state 3.31200 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 11': Sending state 3.30400 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 12': Sending state 3.31100 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 13': Sending state 3.30700 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 14': Sending state 3.29000 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 15': Sending state 3.29400 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms cell voltage 16': Sending state 3.28900 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms min cell voltage': Sending state 3.28700 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms max cell voltage': Sending state 3.31600 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms max voltage cell': Sending state 3.00000  with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms min voltage cell': Sending state 4.00000  with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms delta cell voltage': Sending state 0.02900 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms average cell voltage': Sending state 3.30050 V with 3 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms temperature 1': Sending state 29.82000 \u00c2\u00b0C with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms temperature 2': Sending state 29.76000 \u00c2\u00b0C with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms temperature 3': Sending state 29.67000 \u00c2\u00b0C with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms temperature 4': Sending state 29.82000 \u00c2\u00b0C with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms environment temperature': Sending state 29.81000 \u00c2\u00b0C with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms mosfet temperature': Sending state 29.78000 \u00c2\u00b0C with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms current': Sending state -6.54000 A with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms total voltage': Sending state 52.80000 V with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms power': Sending state -345.31198 W with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms charging power': Sending state 0.00000 W with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms discharging power': Sending state 345.31198 W with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms residual capacity': Sending state 133.86000 Ah with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms battery capacity': Sending state 170.00000 Ah with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms state of charge': Sending state 78.70000 % with 1 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms rated capacity': Sending state 180.00000 Ah with 2 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms charging cycles': Sending state 70.00000  with 0 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms state of health': Sending state 100.00000 % with 1 decimals of accuracy\u001b[0m\r\n\u001b[0;36m[12:34:56][D][sensor:124]: 'seplos-bms port voltage': Sending state 52.79000 V with 2 decimals of accuracy\u001b[0m\r\n",
  },
  {
    name: 'ovms-metrics',
    source: 'Open-Vehicle-Monitoring-System-3 docs, list of metrics with real values',
    inferred: 12,
    values: {
      packVoltageV: [57.4],
      currentA: [23.2, -23.2],
      socPercent: [96.3],
      sohPercent: [85],
      designCapacityAh: [90.7796],
      cellVoltagesV: [[4.105], [4.095], [4.1], [4.105]],
      temperaturesC: [[13], [13], [14], [13]],
    },
    bytes:
      'OVMS# metrics list v.b\r\nv.b.12v.voltage                          12.29V\r\nv.b.12v.voltage.ref                      12.3V\r\nv.b.c.temp                               13,13,14,13\u00c2\u00b0C\r\nv.b.c.voltage                            4.105,4.095,4.1,4.105V\r\nv.b.cac                                  90.7796Ah\r\nv.b.current                              23.2A\r\nv.b.p.voltage.avg                        4.1V\r\nv.b.p.voltage.max                        4.105V\r\nv.b.power                                -1.331kW\r\nv.b.soc                                  96.3%\r\nv.b.soh                                  85%\r\nv.b.temp                                 13\u00c2\u00b0C\r\nv.b.voltage                              57.4V\r\nOVMS# \r\nOVMS# metrics list v.b\r\nv.b.12v.voltage                          12.29V\r\nv.b.12v.voltage.ref                      12.3V\r\nv.b.c.temp                               13,13,14,13\u00c2\u00b0C\r\nv.b.c.voltage                            4.105,4.095,4.1,4.105V\r\nv.b.cac                                  90.7796Ah\r\nv.b.current                              23.2A\r\nv.b.p.voltage.avg                        4.1V\r\nv.b.p.voltage.max                        4.105V\r\nv.b.power                                -1.331kW\r\nv.b.soc                                  96.3%\r\nv.b.soh                                  85%\r\nv.b.temp                                 13\u00c2\u00b0C\r\nv.b.voltage                              57.4V\r\nOVMS# \r\n',
  },
  {
    name: 'outback-mate-fx',
    source: 'Ryanf55/outback_mate_rs232 (Mate_Serial_Comm_R302)',
    needsProfile: true,
    inferred: 0,
    values: { packVoltageV: [24.5, 24.4] },
    bytes:
      '\n1,00,02,04,122,121,00,10,000,00,245,000,000,028\r\n2,00,00,00,122,120,00,02,000,00,244,000,000,022\r\n1,00,02,04,122,121,00,10,000,00,245,000,000,028\r\n2,00,00,00,122,120,00,02,000,00,244,000,000,022\r\n1,00,02,04,122,121,00,10,000,00,245,000,000,028\r\n2,00,00,00,122,120,00,02,000,00,244,000,000,022\r',
  },
  {
    name: 'icharger-decoded',
    source: 'alistairmackenzie/icharger_serial_decoder README.md (real output)',
    inferred: 8,
    values: {
      packVoltageV: [16.84, 16.85],
      currentA: [0.51, 0.48],
      cellVoltagesV: [[4.21], [4.2], [4.2], [4.2]],
      temperaturesC: [[27.4], [0.1]],
    },
    bytes:
      '06:59:20 28-12-2018, Mode: Charging, Vin: 15.89 V, Vout: 16.84 V, Iout: 0.51 A, C1: 4.21 V, C2: 4.20 V, C3: 4.20 V, C4: 4.20 V, C5: 0.00 V, C6: 0.00 V, Int temp: 27.40 \u00c2\u00b0C, Ext temp: 0.10 \u00c2\u00b0C, Cout: 4.000000 mAh\r\n06:59:22 28-12-2018, Mode: Charging, Vin: 15.89 V, Vout: 16.84 V, Iout: 0.48 A, C1: 4.21 V, C2: 4.20 V, C3: 4.20 V, C4: 4.20 V, C5: 0.00 V, C6: 0.00 V, Int temp: 27.40 \u00c2\u00b0C, Ext temp: 0.10 \u00c2\u00b0C, Cout: 5.000000 mAh\r\n06:59:24 28-12-2018, Mode: Charging, Vin: 15.89 V, Vout: 16.85 V, Iout: 0.48 A, C1: 4.21 V, C2: 4.20 V, C3: 4.20 V, C4: 4.20 V, C5: 0.00 V, C6: 0.00 V, Int temp: 27.40 \u00c2\u00b0C, Ext temp: 0.10 \u00c2\u00b0C, Cout: 5.000000 mAh\r\n',
  },
  {
    name: 'diybms-esp-log',
    source: 'stuartpittaway/diyBMSv4ESP32 ESPController/src/CurrentMonitorINA229.cpp (ESP_LOGD)',
    inferred: 2,
    values: { packVoltageV: [13.211], currentA: [-12.4, -12.4001, -12.4002] },
    bytes:
      '\u001b[0;32mD (12345) diybms-ina229: V=13.2110, I=-12.4000, P=-163.82, Calc_P=-163.82\u001b[0m\r\n\u001b[0;32mD (13345) diybms-ina229: V=13.2110, I=-12.4001, P=-163.82, Calc_P=-163.82\u001b[0m\r\n\u001b[0;32mD (14345) diybms-ina229: V=13.2110, I=-12.4002, P=-163.82, Calc_P=-163.82\u001b[0m\r\n',
  },
  {
    name: 'diybms-csv',
    source: 'stuartpittaway/diyBMSv4ESP32 ESPController/src/main.cpp log_current_data_to_sdcard',
    inferred: 3,
    values: { packVoltageV: [13.21, 13.2], currentA: [-12.4, -12.5], temperaturesC: [[21, 22]] },
    bytes:
      'DateTime,valid,voltage,current,mAhIn,mAhOut,DailymAhIn,DailymAhOut,power,temperature,relayState\r\n2025-11-04 16:44:33,1,13.21,-12.40,1200,3400,100,200,-163.80,21,1\r\n2025-11-04 16:44:48,1,13.20,-12.50,1200,3452,100,252,-165.00,21,1\r\n2025-11-04 16:45:03,1,13.21,-12.40,1200,3504,100,304,-163.80,22,1\r\n',
  },
  {
    name: 'eg4-dbus-log',
    source: 'mr-manuel/venus-os_dbus-serialbattery bms/eg4_ll.py (log)',
    inferred: 10, // `78.4 of 100.0 AH` does not say that 100 Ah is the design capacity
    values: {
      packVoltageV: [53.12],
      currentA: [-4.5],
      socPercent: [78],
      sohPercent: [100],
      remainingAh: [78.4],
      designCapacityAh: [100],
      cycles: [21],
      cellVoltagesV: [[3.32], [3.321], [3.319], [3.32]],
    },
    bytes:
      'INFO:SerialBattery:  === BMS ID-1 ===\r\nINFO:SerialBattery:    Voltage: 53.120v | Current: -4.5A\r\nINFO:SerialBattery:    Capacity: 78.4 of 100.0 AH\r\nINFO:SerialBattery:    Balancing State: Off\r\nINFO:SerialBattery:    State: Discharging\r\nINFO:SerialBattery:    SoH: 100% | Cycle Count: 21\r\nINFO:SerialBattery:    SoC: 78%\r\nINFO:SerialBattery:    === Cell Stats ===\r\nINFO:SerialBattery:      Cell 1: 3.32v\r\nINFO:SerialBattery:      Cell 2: 3.321v\r\nINFO:SerialBattery:      Cell 3: 3.319v\r\nINFO:SerialBattery:      Cell 4: 3.32v\r\nINFO:SerialBattery:  Cell Max/Min/Diff: (3.321/3.319/0.002)v\r\nINFO:SerialBattery:  === BMS ID-1 ===\r\nINFO:SerialBattery:    Voltage: 53.120v | Current: -4.5A\r\nINFO:SerialBattery:    Capacity: 78.4 of 100.0 AH\r\nINFO:SerialBattery:    Balancing State: Off\r\nINFO:SerialBattery:    State: Discharging\r\nINFO:SerialBattery:    SoH: 100% | Cycle Count: 21\r\nINFO:SerialBattery:    SoC: 78%\r\nINFO:SerialBattery:    === Cell Stats ===\r\nINFO:SerialBattery:      Cell 1: 3.32v\r\nINFO:SerialBattery:      Cell 2: 3.321v\r\nINFO:SerialBattery:      Cell 3: 3.319v\r\nINFO:SerialBattery:      Cell 4: 3.32v\r\nINFO:SerialBattery:  Cell Max/Min/Diff: (3.321/3.319/0.002)v\r\nINFO:SerialBattery:  === BMS ID-1 ===\r\nINFO:SerialBattery:    Voltage: 53.120v | Current: -4.5A\r\nINFO:SerialBattery:    Capacity: 78.4 of 100.0 AH\r\nINFO:SerialBattery:    Balancing State: Off\r\nINFO:SerialBattery:    State: Discharging\r\nINFO:SerialBattery:    SoH: 100% | Cycle Count: 21\r\nINFO:SerialBattery:    SoC: 78%\r\nINFO:SerialBattery:    === Cell Stats ===\r\nINFO:SerialBattery:      Cell 1: 3.32v\r\nINFO:SerialBattery:      Cell 2: 3.321v\r\nINFO:SerialBattery:      Cell 3: 3.319v\r\nINFO:SerialBattery:      Cell 4: 3.32v\r\nINFO:SerialBattery:  Cell Max/Min/Diff: (3.321/3.319/0.002)v\r\n',
  },
  {
    name: 'wombatt-battery-info',
    source: 'gonzalop/wombatt docs battery-info (real output)',
    inferred: 19,
    values: {
      packVoltageV: [52.9],
      currentA: [2.5],
      socPercent: [46],
      cellVoltagesV: [
        [3.305],
        [3.306],
        [3.306],
        [3.306],
        [3.306],
        [3.307],
        [3.306],
        [3.307],
        [3.306],
        [3.307],
        [3.306],
        [3.306],
        [3.306],
        [3.307],
        [3.306],
        [3.307],
      ],
      temperaturesC: [[31], [32], [30]],
    },
    bytes:
      'Battery #2\r\n===========\r\nbattery voltage: 52.9V\r\ncurrent: 2.5A\r\ncell 1 voltage: 3.305V\r\ncell 2 voltage: 3.306V\r\ncell 3 voltage: 3.306V\r\ncell 4 voltage: 3.306V\r\ncell 5 voltage: 3.306V\r\ncell 6 voltage: 3.307V\r\ncell 7 voltage: 3.306V\r\ncell 8 voltage: 3.307V\r\ncell 9 voltage: 3.306V\r\ncell 10 voltage: 3.307V\r\ncell 11 voltage: 3.306V\r\ncell 12 voltage: 3.306V\r\ncell 13 voltage: 3.306V\r\ncell 14 voltage: 3.307V\r\ncell 15 voltage: 3.306V\r\ncell 16 voltage: 3.307V\r\npcb temp: 31\u00c2\u00b0C\r\nmax temp: 32\u00c2\u00b0C\r\navg temp: 30\u00c2\u00b0C\r\ncap remaining: 46%\r\nBattery #2\r\n===========\r\nbattery voltage: 52.9V\r\ncurrent: 2.5A\r\ncell 1 voltage: 3.305V\r\ncell 2 voltage: 3.306V\r\ncell 3 voltage: 3.306V\r\ncell 4 voltage: 3.306V\r\ncell 5 voltage: 3.306V\r\ncell 6 voltage: 3.307V\r\ncell 7 voltage: 3.306V\r\ncell 8 voltage: 3.307V\r\ncell 9 voltage: 3.306V\r\ncell 10 voltage: 3.307V\r\ncell 11 voltage: 3.306V\r\ncell 12 voltage: 3.306V\r\ncell 13 voltage: 3.306V\r\ncell 14 voltage: 3.307V\r\ncell 15 voltage: 3.306V\r\ncell 16 voltage: 3.307V\r\npcb temp: 31\u00c2\u00b0C\r\nmax temp: 32\u00c2\u00b0C\r\navg temp: 30\u00c2\u00b0C\r\ncap remaining: 46%\r\nBattery #2\r\n===========\r\nbattery voltage: 52.9V\r\ncurrent: 2.5A\r\ncell 1 voltage: 3.305V\r\ncell 2 voltage: 3.306V\r\ncell 3 voltage: 3.306V\r\ncell 4 voltage: 3.306V\r\ncell 5 voltage: 3.306V\r\ncell 6 voltage: 3.307V\r\ncell 7 voltage: 3.306V\r\ncell 8 voltage: 3.307V\r\ncell 9 voltage: 3.306V\r\ncell 10 voltage: 3.307V\r\ncell 11 voltage: 3.306V\r\ncell 12 voltage: 3.306V\r\ncell 13 voltage: 3.306V\r\ncell 14 voltage: 3.307V\r\ncell 15 voltage: 3.306V\r\ncell 16 voltage: 3.307V\r\npcb temp: 31\u00c2\u00b0C\r\nmax temp: 32\u00c2\u00b0C\r\navg temp: 30\u00c2\u00b0C\r\ncap remaining: 46%\r\n',
  },
  {
    name: 'mpp-solar-table',
    source: 'jblance/mpp-solar docs/usage.md (real output)',
    inferred: 3,
    values: { packVoltageV: [52.3], currentA: [-5], socPercent: [81] },
    bytes:
      'Command: QPIGS - General Status Parameters inquiry\r\n------------------------------------------------------------\r\nParameter                     \tValue           Unit\r\nbattery_voltage               \t52.3           \tV   \r\nbattery_charging_current      \t0              \tA   \r\nbattery_capacity              \t81             \t%   \r\npv1_input_current             \t0.0            \tA   \r\npv1_input_voltage             \t0.0            \tV   \r\nbattery_voltage_from_scc      \t0.0            \tV   \r\nbattery_discharge_current     \t5              \tA   \r\nis_battery_voltage_to_steady_while_charging\t0              \tbool\r\nbattery_voltage_offset_for_fans_on\t0              \t10mV\r\nCommand: QPIGS - General Status Parameters inquiry\r\n------------------------------------------------------------\r\nParameter                     \tValue           Unit\r\nbattery_voltage               \t52.3           \tV   \r\nbattery_charging_current      \t0              \tA   \r\nbattery_capacity              \t81             \t%   \r\npv1_input_current             \t0.0            \tA   \r\npv1_input_voltage             \t0.0            \tV   \r\nbattery_voltage_from_scc      \t0.0            \tV   \r\nbattery_discharge_current     \t5              \tA   \r\nis_battery_voltage_to_steady_while_charging\t0              \tbool\r\nbattery_voltage_offset_for_fans_on\t0              \t10mV\r\nCommand: QPIGS - General Status Parameters inquiry\r\n------------------------------------------------------------\r\nParameter                     \tValue           Unit\r\nbattery_voltage               \t52.3           \tV   \r\nbattery_charging_current      \t0              \tA   \r\nbattery_capacity              \t81             \t%   \r\npv1_input_current             \t0.0            \tA   \r\npv1_input_voltage             \t0.0            \tV   \r\nbattery_voltage_from_scc      \t0.0            \tV   \r\nbattery_discharge_current     \t5              \tA   \r\nis_battery_voltage_to_steady_while_charging\t0              \tbool\r\nbattery_voltage_offset_for_fans_on\t0              \t10mV\r\n',
  },
  {
    name: 'elm327-kia-niro',
    source:
      'real trace of a Kia Niro EV in a public test ("Real trace from Kia Niro EV showing SOC = 52.5%")',
    needsProfile: true,
    inferred: 0,
    values: {
      packVoltageV: [362.2],
      currentA: [0],
      socPercent: [52.5],
      // modules 1 to 3; 13 and 12 before them are the highest and the lowest of the modules
      temperaturesC: [[13], [13], [13]],
    },
    bytes:
      'ATH1\rOK\r\r>220101\r7EC 10 3E 62 01 01 EF FB E7 \r7EC 21 ED 69 00 00 00 00 00 \r7EC 22 00 00 0E 26 0D 0C 0D \r7EC 23 0D 0D 00 00 00 34 BC \r7EC 24 18 BC 56 00 00 7C 00 \r7EC 25 02 DE 80 00 02 C9 55 \r7EC 26 00 01 19 AF 00 01 07 \r7EC 27 C3 00 EC 65 6F 00 00 \r7EC 28 03 00 00 00 00 0B B8 \r\r>220101\r7EC 10 3E 62 01 01 EF FB E7 \r7EC 21 ED 69 00 00 00 00 00 \r7EC 22 00 00 0E 26 0D 0C 0D \r7EC 23 0D 0D 00 00 00 34 BC \r7EC 24 18 BC 56 00 00 7C 00 \r7EC 25 02 DE 80 00 02 C9 55 \r7EC 26 00 01 19 AF 00 01 07 \r7EC 27 C3 00 EC 65 6F 00 00 \r7EC 28 03 00 00 00 00 0B B8 \r\r>',
  },
  {
    name: 'simcom-cbc',
    source: 'SIM800 AT commands (many repos: "+CBC: 0,85,4050")',
    needsProfile: true,
    inferred: 0,
    values: { packVoltageV: [4.05, 4.049, 4.043], socPercent: [85, 84] },
    bytes:
      'AT+CBC\r\r\n+CBC: 0,85,4050\r\n\r\nOK\r\nAT+CSQ\r\r\n+CSQ: 23,0\r\n\r\nOK\r\nAT+CBC\r\r\n+CBC: 0,85,4049\r\n\r\nOK\r\nAT+CBC\r\r\n+CBC: 0,84,4043\r\n\r\nOK\r\n',
  },
  {
    name: 'chrome-ec-battery',
    source: 'ChromeOS EC docs, EC console command battery (example output)',
    inferred: 6,
    values: {
      packVoltageV: [12.284],
      currentA: [-0.671],
      socPercent: [96, 98.7],
      remainingAh: [3.901],
      designCapacityAh: [5.36],
      temperaturesC: [[19.0]],
    },
    bytes:
      '> battery\r\nStatus:    0x00e0 FULL DCHG INIT\r\nParam flags:00000002\r\nTemp:      0x0b69 = 292.1 K (19.0 C)\r\nV:         0x2ffc = 12284 mV\r\nV-desired: 0x0000 = 0 mV\r\nI:         0xfd61 = -671 mA(DISCHG)\r\nI-desired: 0x0000 = 0 mA\r\nCharging:  Not Allowed\r\nCharge:    96 %\r\n  Display: 98.7 %\r\nManuf:     LGC\r\nDevice:    AC17A8M\r\nChem:      LION\r\nSerial:    0xd3b3\r\nV-design:  0x2d1e = 11550 mV\r\nMode:      0x6001\r\nAbs charge:73 %\r\nRemaining: 3901 mAh\r\nCap-full:  4074 mAh\r\n  Design:  5360 mAh\r\nTime-full: 0h:0\r\n  Empty:   0h:0\r\nfull_factor:0.97\r\nshutdown_soc:4 %\r\n> battery\r\nStatus:    0x00e0 FULL DCHG INIT\r\nParam flags:00000002\r\nTemp:      0x0b69 = 292.1 K (19.0 C)\r\nV:         0x2ffc = 12284 mV\r\nV-desired: 0x0000 = 0 mV\r\nI:         0xfd61 = -671 mA(DISCHG)\r\nI-desired: 0x0000 = 0 mA\r\nCharging:  Not Allowed\r\nCharge:    96 %\r\n  Display: 98.7 %\r\nManuf:     LGC\r\nDevice:    AC17A8M\r\nChem:      LION\r\nSerial:    0xd3b3\r\nV-design:  0x2d1e = 11550 mV\r\nMode:      0x6001\r\nAbs charge:73 %\r\nRemaining: 3901 mAh\r\nCap-full:  4074 mAh\r\n  Design:  5360 mAh\r\nTime-full: 0h:0\r\n  Empty:   0h:0\r\nfull_factor:0.97\r\nshutdown_soc:4 %\r\n> ',
  },
  {
    name: 'betaflight-status',
    source: 'Betaflight CLI status (public test data)',
    inferred: 1,
    values: { packVoltageV: [15.99] },
    bytes:
      '# status\r\nMCU F7X2 Clock=216MHz, Vref=3.28V, Core temp=48degC\r\nStack size: 2048, Stack address: 0x20010000\r\nSystem Uptime: 123 seconds, Current Time: 2026-06-23 12:34:56\r\nCPU:42%, cycle time: 250, GYRO rate: 4000, RX rate: 250, System rate: 10\r\nVoltage: 15.99V (4S battery - OK)\r\nI2C Errors: 0\r\nArming disable flags: RXLOSS THROTTLE\r\n# \r\n# status\r\nMCU F7X2 Clock=216MHz, Vref=3.28V, Core temp=48degC\r\nStack size: 2048, Stack address: 0x20010000\r\nSystem Uptime: 123 seconds, Current Time: 2026-06-23 12:34:56\r\nCPU:42%, cycle time: 250, GYRO rate: 4000, RX rate: 250, System rate: 10\r\nVoltage: 15.99V (4S battery - OK)\r\nI2C Errors: 0\r\nArming disable flags: RXLOSS THROTTLE\r\n# \r\n',
  },
  {
    name: 'linux-uevent',
    source: 'Linux power_supply class uevent (public driver write-up; fields as there)',
    inferred: 1,
    values: {
      packVoltageV: [17.51],
      currentA: [-1.234],
      socPercent: [99],
      remainingAh: [3.88],
      designCapacityAh: [4.0],
      temperaturesC: [[31.0]],
      cycles: [12],
    },
    bytes:
      '$ cat /sys/class/power_supply/bat0/uevent\r\nPOWER_SUPPLY_NAME=bat0\r\nPOWER_SUPPLY_TYPE=Battery\r\nPOWER_SUPPLY_STATUS=Discharging\r\nPOWER_SUPPLY_PRESENT=1\r\nPOWER_SUPPLY_TECHNOLOGY=Li-ion\r\nPOWER_SUPPLY_VOLTAGE_MIN_DESIGN=15520000\r\nPOWER_SUPPLY_VOLTAGE_NOW=17510000\r\nPOWER_SUPPLY_CURRENT_NOW=-1234000\r\nPOWER_SUPPLY_CHARGE_FULL_DESIGN=4000000\r\nPOWER_SUPPLY_CHARGE_FULL=3900000\r\nPOWER_SUPPLY_CHARGE_NOW=3880000\r\nPOWER_SUPPLY_CAPACITY=99\r\nPOWER_SUPPLY_TEMP=310\r\nPOWER_SUPPLY_CYCLE_COUNT=12\r\n$ cat /sys/class/power_supply/bat0/uevent\r\nPOWER_SUPPLY_NAME=bat0\r\nPOWER_SUPPLY_TYPE=Battery\r\nPOWER_SUPPLY_STATUS=Discharging\r\nPOWER_SUPPLY_PRESENT=1\r\nPOWER_SUPPLY_TECHNOLOGY=Li-ion\r\nPOWER_SUPPLY_VOLTAGE_MIN_DESIGN=15520000\r\nPOWER_SUPPLY_VOLTAGE_NOW=17510000\r\nPOWER_SUPPLY_CURRENT_NOW=-1234000\r\nPOWER_SUPPLY_CHARGE_FULL_DESIGN=4000000\r\nPOWER_SUPPLY_CHARGE_FULL=3900000\r\nPOWER_SUPPLY_CHARGE_NOW=3880000\r\nPOWER_SUPPLY_CAPACITY=99\r\nPOWER_SUPPLY_TEMP=310\r\nPOWER_SUPPLY_CYCLE_COUNT=12\r\n',
  },
  {
    name: 'upower',
    source: 'upower -i (public, real output)',
    inferred: 2,
    values: { packVoltageV: [17.51], socPercent: [99], sohPercent: [97.5] },
    bytes:
      "$ upower -i /org/freedesktop/UPower/devices/battery_BAT0\r\nnative-path:          BAT0\r\nvendor:               Samsung\r\npower supply:         yes\r\nbattery\r\n  present:             yes\r\n  rechargeable:        yes\r\n  state:               discharging\r\n  energy:              60.22 Wh\r\n  energy-empty:        0 Wh\r\n  energy-full:         60.53 Wh\r\n  energy-full-design:  62.08 Wh\r\n  energy-rate:         12.4 W\r\n  voltage:             17.51 V\r\n  percentage:          99%\r\n  capacity:            97.5%\r\n  technology:          lithium-ion\r\n  icon-name:          'battery-full-charged-symbolic'\r\n$ upower -i /org/freedesktop/UPower/devices/battery_BAT0\r\nnative-path:          BAT0\r\nvendor:               Samsung\r\npower supply:         yes\r\nbattery\r\n  present:             yes\r\n  rechargeable:        yes\r\n  state:               discharging\r\n  energy:              60.22 Wh\r\n  energy-empty:        0 Wh\r\n  energy-full:         60.53 Wh\r\n  energy-full-design:  62.08 Wh\r\n  energy-rate:         12.4 W\r\n  voltage:             17.51 V\r\n  percentage:          99%\r\n  capacity:            97.5%\r\n  technology:          lithium-ion\r\n  icon-name:          'battery-full-charged-symbolic'\r\n",
  },
  {
    name: 'apcaccess',
    source: 'apcupsd apcaccess (public, real output)',
    inferred: 3,
    values: { packVoltageV: [27.7], socPercent: [100], temperaturesC: [[25.6]] },
    bytes:
      'APC      : 001,036,0866\r\nDATE     : 2017-11-02 08:00:39 +0100\r\nUPSNAME  : usv\r\nMODEL    : Smart-UPS 1400 RM\r\nSTATUS   : ONLINE\r\nLINEV    : 227.5 Volts\r\nLOADPCT  : 31.2 Percent\r\nBCHARGE  : 100.0 Percent\r\nTIMELEFT : 30.0 Minutes\r\nMBATTCHG : 10 Percent\r\nMAXLINEV : 227.5 Volts\r\nOUTPUTV  : 227.5 Volts\r\nITEMP    : 25.6 C\r\nBATTV    : 27.7 Volts\r\nLINEFREQ : 49.8 Hz\r\nSTATFLAG : 0x05000008\r\nNOMBATTV : 24.0 Volts\r\nEND APC  : 2017-11-02 08:00:40 +0100\r\nAPC      : 001,036,0866\r\nDATE     : 2017-11-02 08:00:39 +0100\r\nUPSNAME  : usv\r\nMODEL    : Smart-UPS 1400 RM\r\nSTATUS   : ONLINE\r\nLINEV    : 227.5 Volts\r\nLOADPCT  : 31.2 Percent\r\nBCHARGE  : 100.0 Percent\r\nTIMELEFT : 30.0 Minutes\r\nMBATTCHG : 10 Percent\r\nMAXLINEV : 227.5 Volts\r\nOUTPUTV  : 227.5 Volts\r\nITEMP    : 25.6 C\r\nBATTV    : 27.7 Volts\r\nLINEFREQ : 49.8 Hz\r\nSTATFLAG : 0x05000008\r\nNOMBATTV : 24.0 Volts\r\nEND APC  : 2017-11-02 08:00:40 +0100\r\n',
  },
  {
    name: 'nut-upsc',
    source: 'NUT upsc (public, real outputs: openUPS2, and a driver with battery.cell.N.voltage)',
    inferred: 8,
    values: {
      packVoltageV: [16.432],
      currentA: [-0.671],
      socPercent: [100],
      cellVoltagesV: [[4.108], [4.108], [4.109], [4.107]],
      temperaturesC: [[34.22]],
    },
    bytes:
      'battery.cell.1.voltage: 4.108\r\nbattery.cell.2.voltage: 4.108\r\nbattery.cell.3.voltage: 4.109\r\nbattery.cell.4.voltage: 4.107\r\nbattery.charge: 100\r\nbattery.charge.low: 20\r\nbattery.charge.warning: 40\r\nbattery.current: -0.671\r\nbattery.runtime: 3932\r\nbattery.temperature: 34.22\r\nbattery.voltage: 16.432\r\nbattery.voltage.nominal: 14\r\ninput.current: 2.310\r\ninput.voltage: 18.797\r\noutput.voltage.nominal: 12\r\nups.load: 13\r\nups.status: OL\r\nbattery.cell.1.voltage: 4.108\r\nbattery.cell.2.voltage: 4.108\r\nbattery.cell.3.voltage: 4.109\r\nbattery.cell.4.voltage: 4.107\r\nbattery.charge: 100\r\nbattery.charge.low: 20\r\nbattery.charge.warning: 40\r\nbattery.current: -0.671\r\nbattery.runtime: 3932\r\nbattery.temperature: 34.22\r\nbattery.voltage: 16.432\r\nbattery.voltage.nominal: 14\r\ninput.current: 2.310\r\ninput.voltage: 18.797\r\noutput.voltage.nominal: 12\r\nups.load: 13\r\nups.status: OL\r\n',
  },
  {
    name: 'ina219-sketch',
    source: 'Adafruit_INA219 getcurrent example (many repos)',
    inferred: 0,
    values: { packVoltageV: [12.34, 12.35], currentA: [0.1234] },
    bytes:
      'Bus Voltage:   12.34 V\r\nShunt Voltage: 1.23 mV\r\nLoad Voltage:  12.35 V\r\nCurrent:       123.40 mA\r\nPower:         1524.00 mW\r\n\r\nBus Voltage:   12.34 V\r\nShunt Voltage: 1.23 mV\r\nLoad Voltage:  12.35 V\r\nCurrent:       123.40 mA\r\nPower:         1524.00 mW\r\n\r\nBus Voltage:   12.34 V\r\nShunt Voltage: 1.23 mV\r\nLoad Voltage:  12.35 V\r\nCurrent:       123.40 mA\r\nPower:         1524.00 mW\r\n\r\n',
  },
  {
    name: 'zero-mbb',
    source: 'zero-motorcycle-community/zero-log-parser zero_log_parser.py (run_status)',
    inferred: 5,
    values: {
      packVoltageV: [113.044, 112.8, 112.5],
      currentA: [2, 9, 12, -2, -9, -12],
      socPercent: [77],
      temperaturesC: [[21], [20]],
    },
    bytes:
      ' 00001     05/21/2018 12:21:46   Riding                     PackTemp: h 21C, l 20C, PackSOC: 77%, Vpack:113.044V, MotAmps:   0, BattAmps:   2, Mods: 11, MotTemp:  26C, CtrlTemp:  19C, AmbTemp:  20C, MotRPM:   0, Odo:48809km\r\n 00002     05/21/2018 12:21:50   Riding                     PackTemp: h 21C, l 20C, PackSOC: 77%, Vpack:112.800V, MotAmps:  15, BattAmps:   9, Mods: 11, MotTemp:  26C, CtrlTemp:  19C, AmbTemp:  20C, MotRPM: 800, Odo:48809km\r\n 00003     05/21/2018 12:21:55   Riding                     PackTemp: h 21C, l 20C, PackSOC: 77%, Vpack:112.500V, MotAmps:  30, BattAmps:  12, Mods: 11, MotTemp:  26C, CtrlTemp:  19C, AmbTemp:  20C, MotRPM:1500, Odo:48809km\r\n',
  },
  {
    name: 'libresolar-pipe',
    source: 'LibreSolar BMS (mbed) output_serial: |cell|\u2026|pack|current|soc|',
    needsProfile: true,
    inferred: 6,
    values: {
      packVoltageV: [16.512, 16.511],
      currentA: [-1.24, -1.25],
      socPercent: [78.5, 78.4],
      cellVoltagesV: [[3.302, 3.301], [3.304], [3.303], [3.302], [3.301]],
    },
    bytes:
      '|3302|3304|3303|3302|3301|16512|-1240|78.50|\r\n|3302|3304|3303|3302|3301|16512|-1250|78.50|\r\n|3301|3304|3303|3302|3301|16511|-1240|78.40|\r\n',
  },
  {
    name: 'daly-cli-json',
    source: 'dreadnought/python-daly-bms README.md (real output)',
    inferred: 19,
    values: {
      switches: { charge: true, discharge: true },
      packVoltageV: [52.5],
      currentA: [0],
      socPercent: [18.9],
      cellVoltagesV: [
        [3.728],
        [3.734],
        [3.734],
        [3.736],
        [3.736],
        [3.742],
        [3.757],
        [3.766],
        [3.768],
        [3.761],
        [3.744],
        [3.78],
        [3.749],
        [3.78],
      ],
      temperaturesC: [[15]],
      cycles: [21],
      remainingAh: [5.67],
    },
    bytes:
      '{\n  "soc": {\n    "total_voltage": 52.5,\n    "current": 0.0,\n    "soc_percent": 18.9\n  },\n  "cell_voltage_range": {\n    "highest_voltage": 3.78,\n    "highest_cell": 14,\n    "lowest_voltage": 3.728,\n    "lowest_cell": 1\n  },\n  "temperature_range": {\n    "highest_temperature": 15,\n    "highest_sensor": 1,\n    "lowest_temperature": 15,\n    "lowest_sensor": 1\n  },\n  "mosfet_status": {\n    "mode": "stationary",\n    "charging_mosfet": true,\n    "discharging_mosfet": true,\n    "capacity_ah": 5.67\n  },\n  "status": {\n    "cells": 14,\n    "temperature_sensors": 1,\n    "charger_running": false,\n    "load_running": false,\n    "states": {\n      "DI1": false,\n      "DI2": true\n    },\n    "cycles": 21\n  },\n  "cell_voltages": {\n    "1": 3.728,\n    "2": 3.734,\n    "3": 3.734,\n    "4": 3.736,\n    "5": 3.736,\n    "6": 3.742,\n    "7": 3.757,\n    "8": 3.766,\n    "9": 3.768,\n    "10": 3.761,\n    "11": 3.744,\n    "12": 3.78,\n    "13": 3.749,\n    "14": 3.78\n  },\n  "temperatures": {\n    "1": 15\n  },\n  "balancing_status": {\n    "error": "not implemented"\n  },\n  "errors": [\n    "SOC is too low. level one alarm"\n  ]\n}\n{\n  "soc": {\n    "total_voltage": 52.5,\n    "current": 0.0,\n    "soc_percent": 18.9\n  },\n  "cell_voltage_range": {\n    "highest_voltage": 3.78,\n    "highest_cell": 14,\n    "lowest_voltage": 3.728,\n    "lowest_cell": 1\n  },\n  "temperature_range": {\n    "highest_temperature": 15,\n    "highest_sensor": 1,\n    "lowest_temperature": 15,\n    "lowest_sensor": 1\n  },\n  "mosfet_status": {\n    "mode": "stationary",\n    "charging_mosfet": true,\n    "discharging_mosfet": true,\n    "capacity_ah": 5.67\n  },\n  "status": {\n    "cells": 14,\n    "temperature_sensors": 1,\n    "charger_running": false,\n    "load_running": false,\n    "states": {\n      "DI1": false,\n      "DI2": true\n    },\n    "cycles": 21\n  },\n  "cell_voltages": {\n    "1": 3.728,\n    "2": 3.734,\n    "3": 3.734,\n    "4": 3.736,\n    "5": 3.736,\n    "6": 3.742,\n    "7": 3.757,\n    "8": 3.766,\n    "9": 3.768,\n    "10": 3.761,\n    "11": 3.744,\n    "12": 3.78,\n    "13": 3.749,\n    "14": 3.78\n  },\n  "temperatures": {\n    "1": 15\n  },\n  "balancing_status": {\n    "error": "not implemented"\n  },\n  "errors": [\n    "SOC is too low. level one alarm"\n  ]\n}\n{\n  "soc": {\n    "total_voltage": 52.5,\n    "current": 0.0,\n    "soc_percent": 18.9\n  },\n  "cell_voltage_range": {\n    "highest_voltage": 3.78,\n    "highest_cell": 14,\n    "lowest_voltage": 3.728,\n    "lowest_cell": 1\n  },\n  "temperature_range": {\n    "highest_temperature": 15,\n    "highest_sensor": 1,\n    "lowest_temperature": 15,\n    "lowest_sensor": 1\n  },\n  "mosfet_status": {\n    "mode": "stationary",\n    "charging_mosfet": true,\n    "discharging_mosfet": true,\n    "capacity_ah": 5.67\n  },\n  "status": {\n    "cells": 14,\n    "temperature_sensors": 1,\n    "charger_running": false,\n    "load_running": false,\n    "states": {\n      "DI1": false,\n      "DI2": true\n    },\n    "cycles": 21\n  },\n  "cell_voltages": {\n    "1": 3.728,\n    "2": 3.734,\n    "3": 3.734,\n    "4": 3.736,\n    "5": 3.736,\n    "6": 3.742,\n    "7": 3.757,\n    "8": 3.766,\n    "9": 3.768,\n    "10": 3.761,\n    "11": 3.744,\n    "12": 3.78,\n    "13": 3.749,\n    "14": 3.78\n  },\n  "temperatures": {\n    "1": 15\n  },\n  "balancing_status": {\n    "error": "not implemented"\n  },\n  "errors": [\n    "SOC is too low. level one alarm"\n  ]\n}\n',
  },
  {
    name: 'jbdtool',
    source: 'sshoecraft/jbdtool main.c display_info',
    inferred: 12,
    values: {
      packVoltageV: [13.211],
      currentA: [-12.4],
      socPercent: [78],
      remainingAh: [77.72],
      designCapacityAh: [100],
      cycles: [123],
      cellVoltagesV: [[3.302], [3.304], [3.303], [3.302]],
      temperaturesC: [[25.1], [-4.0]],
      switches: { charge: true, discharge: true },
    },
    bytes:
      'Voltage                   13.211\r\nCurrent                   -12.400\r\nDesignCapacity            100.000\r\nRemainingCapacity         77.720\r\nPercentCapacity           78\r\nCycleCount                123\r\nProbes                    2\r\nStrings                   4\r\nTemps                     25.1,-4.0\r\nCells                     3.302,3.304,3.303,3.302\r\nBalance                   0000\r\nCellTotal                 13.211\r\nCellMin                   3.302\r\nCellMax                   3.304\r\nCellDiff                  0.002\r\nCellAvg                   3.303\r\nDeviceName                SP04S020\r\nFET                       Charge,Discharge\r\nVoltage                   13.211\r\nCurrent                   -12.400\r\nDesignCapacity            100.000\r\nRemainingCapacity         77.720\r\nPercentCapacity           78\r\nCycleCount                123\r\nProbes                    2\r\nStrings                   4\r\nTemps                     25.1,-4.0\r\nCells                     3.302,3.304,3.303,3.302\r\nBalance                   0000\r\nCellTotal                 13.211\r\nCellMin                   3.302\r\nCellMax                   3.304\r\nCellDiff                  0.002\r\nCellAvg                   3.303\r\nDeviceName                SP04S020\r\nFET                       Charge,Discharge\r\nVoltage                   13.211\r\nCurrent                   -12.400\r\nDesignCapacity            100.000\r\nRemainingCapacity         77.720\r\nPercentCapacity           78\r\nCycleCount                123\r\nProbes                    2\r\nStrings                   4\r\nTemps                     25.1,-4.0\r\nCells                     3.302,3.304,3.303,3.302\r\nBalance                   0000\r\nCellTotal                 13.211\r\nCellMin                   3.302\r\nCellMax                   3.304\r\nCellDiff                  0.002\r\nCellAvg                   3.303\r\nDeviceName                SP04S020\r\nFET                       Charge,Discharge\r\n',
  },
  {
    name: 'renogy-bt-log',
    source: 'cyrils/renogy-bt README.md (real output)',
    inferred: 12,
    values: {
      packVoltageV: [14.5],
      currentA: [1.4],
      remainingAh: [99.941],
      designCapacityAh: [100],
      cellVoltagesV: [[3.6], [3.6], [3.6], [3.6]],
      temperaturesC: [[21.0], [21.0], [21.0], [21.0]],
    },
    bytes:
      "INFO:root:BT-TH-161EXXXX => {'function': 'READ', 'model': 'RBT100LFP12S-G', 'cell_count': 4, 'cell_voltage_0': 3.6, 'cell_voltage_1': 3.6, 'cell_voltage_2': 3.6, 'cell_voltage_3': 3.6, 'sensor_count': 4, 'temperature_0': 21.0, 'temperature_1': 21.0, 'temperature_2': 21.0, 'temperature_3': 21.0, 'current': 1.4, 'voltage': 14.5, 'remaining_charge': 99.941, 'capacity': 100.0, 'device_id': 48}\r\nINFO:root:BT-TH-161EXXXX => {'function': 'READ', 'model': 'RBT100LFP12S-G', 'cell_count': 4, 'cell_voltage_0': 3.6, 'cell_voltage_1': 3.6, 'cell_voltage_2': 3.6, 'cell_voltage_3': 3.6, 'sensor_count': 4, 'temperature_0': 21.0, 'temperature_1': 21.0, 'temperature_2': 21.0, 'temperature_3': 21.0, 'current': 1.4, 'voltage': 14.5, 'remaining_charge': 99.941, 'capacity': 100.0, 'device_id': 48}\r\nINFO:root:BT-TH-161EXXXX => {'function': 'READ', 'model': 'RBT100LFP12S-G', 'cell_count': 4, 'cell_voltage_0': 3.6, 'cell_voltage_1': 3.6, 'cell_voltage_2': 3.6, 'cell_voltage_3': 3.6, 'sensor_count': 4, 'temperature_0': 21.0, 'temperature_1': 21.0, 'temperature_2': 21.0, 'temperature_3': 21.0, 'current': 1.4, 'voltage': 14.5, 'remaining_charge': 99.941, 'capacity': 100.0, 'device_id': 48}\r\n",
  },
  {
    name: 'vedirect-mppt',
    source:
      'VE.Direct protocol 3.3x (in jblance/mpp-solar docs/protocols), MPPT fields; ERR 2 = battery voltage too high',
    inferred: 2,
    values: { packVoltageV: [13.79, 13.8, 16.9], currentA: [12.4, 12.5, 0] },
    bytes:
      '\r\nPID\t0xA060\r\nFW\t161\r\nSER#\tHQ2129ABCDE\r\nV\t13790\r\nI\t12400\r\nVPV\t36210\r\nPPV\t171\r\nCS\t3\r\nMPPT\t2\r\nOR\t0x00000000\r\nERR\t0\r\nLOAD\tON\r\nIL\t1200\r\nH19\t4012\r\nH20\t88\r\nH21\t512\r\nH22\t101\r\nH23\t498\r\nHSDS\t56\r\nChecksum\t\u00a2\r\nPID\t0xA060\r\nFW\t161\r\nSER#\tHQ2129ABCDE\r\nV\t13800\r\nI\t12500\r\nVPV\t36210\r\nPPV\t172\r\nCS\t3\r\nMPPT\t2\r\nOR\t0x00000000\r\nERR\t0\r\nLOAD\tON\r\nIL\t1200\r\nH19\t4012\r\nH20\t88\r\nH21\t512\r\nH22\t101\r\nH23\t498\r\nHSDS\t56\r\nChecksum\t\u00a8\r\nPID\t0xA060\r\nFW\t161\r\nSER#\tHQ2129ABCDE\r\nV\t16900\r\nI\t0\r\nVPV\t36210\r\nPPV\t0\r\nCS\t3\r\nMPPT\t2\r\nOR\t0x00000000\r\nERR\t2\r\nLOAD\tON\r\nIL\t1200\r\nH19\t4012\r\nH20\t88\r\nH21\t512\r\nH22\t101\r\nH23\t498\r\nHSDS\t56\r\nChecksum\t\u00d4',
  },
  {
    name: 'ros-battery-state',
    source:
      'ros2 topic echo of sensor_msgs/BatteryState (ros2/common_interfaces); charge is Ah, percentage is 0 to 1',
    inferred: 14,
    values: {
      packVoltageV: [25.61],
      currentA: [-3.2],
      socPercent: [61.5],
      remainingAh: [12.3],
      designCapacityAh: [20.0],
      cellVoltagesV: [[3.201], [3.203], [3.199], [3.202], [3.2], [3.204], [3.2], [3.201]],
      temperaturesC: [[24.5]],
    },
    bytes:
      "header:\r\n  stamp:\r\n    sec: 1700000000\r\n    nanosec: 120000\r\n  frame_id: battery\r\nvoltage: 25.61\r\ntemperature: 24.5\r\ncurrent: -3.2\r\ncharge: 12.3\r\ncapacity: 20.0\r\ndesign_capacity: 20.0\r\npercentage: 0.615\r\npower_supply_status: 2\r\npower_supply_health: 1\r\npower_supply_technology: 3\r\npresent: true\r\ncell_voltage:\r\n- 3.201\r\n- 3.203\r\n- 3.199\r\n- 3.202\r\n- 3.2\r\n- 3.204\r\n- 3.2\r\n- 3.201\r\ncell_temperature: []\r\nlocation: ''\r\nserial_number: ''\r\n---\r\nheader:\r\n  stamp:\r\n    sec: 1700000000\r\n    nanosec: 120000\r\n  frame_id: battery\r\nvoltage: 25.61\r\ntemperature: 24.5\r\ncurrent: -3.2\r\ncharge: 12.3\r\ncapacity: 20.0\r\ndesign_capacity: 20.0\r\npercentage: 0.615\r\npower_supply_status: 2\r\npower_supply_health: 1\r\npower_supply_technology: 3\r\npresent: true\r\ncell_voltage:\r\n- 3.201\r\n- 3.203\r\n- 3.199\r\n- 3.202\r\n- 3.2\r\n- 3.204\r\n- 3.2\r\n- 3.201\r\ncell_temperature: []\r\nlocation: ''\r\nserial_number: ''\r\n---\r\nheader:\r\n  stamp:\r\n    sec: 1700000000\r\n    nanosec: 120000\r\n  frame_id: battery\r\nvoltage: 25.61\r\ntemperature: 24.5\r\ncurrent: -3.2\r\ncharge: 12.3\r\ncapacity: 20.0\r\ndesign_capacity: 20.0\r\npercentage: 0.615\r\npower_supply_status: 2\r\npower_supply_health: 1\r\npower_supply_technology: 3\r\npresent: true\r\ncell_voltage:\r\n- 3.201\r\n- 3.203\r\n- 3.199\r\n- 3.202\r\n- 3.2\r\n- 3.204\r\n- 3.2\r\n- 3.201\r\ncell_temperature: []\r\nlocation: ''\r\nserial_number: ''\r\n---\r\n",
  },
  {
    name: 'px4-listener',
    source:
      'PX4 nsh "listener battery_status" (msg/BatteryStatus.msg): remaining 0..1, capacity mAh, warning 1 = low',
    inferred: 9,
    values: {
      packVoltageV: [16.21],
      currentA: [1.42, -1.42],
      socPercent: [96],
      sohPercent: [98],
      designCapacityAh: [5.2],
      cycles: [12],
      cellVoltagesV: [[4.052], [4.053], [4.051], [4.054]],
      temperaturesC: [[31.5]],
    },
    bytes:
      'nsh> listener battery_status -n 1\r\n\r\nTOPIC: battery_status\r\n battery_status\r\n    timestamp: 101234567 (0.234000 seconds ago)\r\n    voltage_v: 16.2100\r\n    current_a: 1.4200\r\n    current_average_a: 1.3900\r\n    discharged_mah: 123.0000\r\n    remaining: 0.9600\r\n    scale: 1.0000\r\n    time_remaining_s: 1234.0000\r\n    temperature: 31.5000\r\n    voltage_cell_v: [4.0520, 4.0530, 4.0510, 4.0540, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000]\r\n    max_cell_voltage_delta: 0.0030\r\n    capacity: 5200\r\n    cycle_count: 12\r\n    state_of_health: 98\r\n    cell_count: 4\r\n    faults: 0\r\n    warning: 1\r\n\r\nnsh> \r\nnsh> listener battery_status -n 1\r\n\r\nTOPIC: battery_status\r\n battery_status\r\n    timestamp: 101234567 (0.234000 seconds ago)\r\n    voltage_v: 16.2100\r\n    current_a: 1.4200\r\n    current_average_a: 1.3900\r\n    discharged_mah: 123.0000\r\n    remaining: 0.9600\r\n    scale: 1.0000\r\n    time_remaining_s: 1234.0000\r\n    temperature: 31.5000\r\n    voltage_cell_v: [4.0520, 4.0530, 4.0510, 4.0540, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000]\r\n    max_cell_voltage_delta: 0.0030\r\n    capacity: 5200\r\n    cycle_count: 12\r\n    state_of_health: 98\r\n    cell_count: 4\r\n    faults: 0\r\n    warning: 1\r\n\r\nnsh> \r\n',
  },
];
