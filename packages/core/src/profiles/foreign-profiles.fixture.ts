import type { BuiltInId } from './built-in.ts';

/**
 * Small profiles, as a user would write them, for captures whose meaning depends on positions alone. Each profile has a
 * test vector.
 */
export const FOREIGN_PROFILES: Readonly<Record<string, object>> = {
  lithionics: {
    profile: 2,
    id: 'lithionics',
    name: 'Lithionics',
    frame: { split: 'line' },
    records: [
      {
        id: 'status',
        match: '&,',
        read: 'fields',
        by: ',',
        fields: [{ at: 2, to: 'remaining', unit: 'Ah' }],
      },
      {
        id: 'values',
        read: 'fields',
        by: ',',
        columns: 10,
        fields: [
          { at: 0, to: 'packVoltage', scale: 0.01 },
          { at: 1, count: 4, to: 'cells', scale: 0.01 },
          { at: 5, count: 2, to: 'temps', unit: 'degF' },
          { at: 7, to: 'current' },
          { at: 8, to: 'soc' },
        ],
      },
    ],
    tests: [
      {
        bytes: '1399,350,350,350,349,50,50,-3,99,000000\r\n',
        expect: {
          packVoltage: 13.99,
          cells: [3.5, 3.5, 3.5, 3.49],
          temps: [10, 10],
          current: -3,
          soc: 99,
        },
      },
    ],
  },
  'outback-mate-fx': {
    profile: 2,
    id: 'outback-mate-fx',
    name: 'Outback FX behind a Mate',
    frame: { split: 'line' },
    records: [
      {
        id: 'inverter',
        read: 'fields',
        by: ',',
        columns: 14,
        fields: [{ at: 10, to: 'packVoltage', scale: 0.1 }],
      },
    ],
    tests: [
      {
        bytes: '1,00,02,04,122,121,00,10,000,00,245,000,000,028\r\n',
        expect: { packVoltage: 24.5 },
      },
    ],
  },
  'libresolar-pipe': {
    profile: 2,
    id: 'libresolar-pipe',
    name: 'LibreSolar BMS, five cells',
    frame: { split: 'line' },
    records: [
      {
        id: 'row',
        match: '|',
        read: 'fields',
        by: '|',
        columns: 10,
        fields: [
          { at: 1, count: 5, to: 'cells', unit: 'mV' },
          { at: 6, to: 'packVoltage', unit: 'mV' },
          { at: 7, to: 'current', unit: 'mA' },
          { at: 8, to: 'soc' },
        ],
      },
    ],
    tests: [
      {
        bytes: '|3302|3304|3303|3302|3301|16512|-1240|78.50|\r\n',
        expect: {
          packVoltage: 16.512,
          current: -1.24,
          soc: 78.5,
          cells: [3.302, 3.304, 3.303, 3.302, 3.301],
        },
      },
    ],
  },
  'simcom-cbc': {
    profile: 2,
    id: 'simcom-cbc',
    name: 'SIMCom modem',
    frame: { split: 'line' },
    records: [
      {
        id: 'cbc',
        match: '+CBC: ',
        read: 'fields',
        by: ',',
        columns: 3,
        fields: [
          { at: 1, to: 'soc' },
          { at: 2, to: 'packVoltage', unit: 'mV' },
        ],
      },
    ],
    tests: [{ bytes: '+CBC: 0,85,4050\r\n', expect: { soc: 85, packVoltage: 4.05 } }],
  },
  'linux-uevent': {
    profile: 2,
    id: 'linux-uevent',
    name: 'Linux power supply',
    frame: { split: 'line' },
    records: [
      {
        id: 'uevent',
        match: 'POWER_SUPPLY_',
        read: 'keys',
        separator: '=',
        keys: {
          POWER_SUPPLY_VOLTAGE_NOW: { to: 'packVoltage', unit: 'uV' },
          POWER_SUPPLY_CURRENT_NOW: { to: 'current', unit: 'uA' },
          POWER_SUPPLY_CHARGE_FULL_DESIGN: { to: 'capacity', unit: 'uAh' },
          POWER_SUPPLY_CHARGE_NOW: { to: 'remaining', unit: 'uAh' },
          POWER_SUPPLY_CAPACITY: { to: 'soc' },
          POWER_SUPPLY_TEMP: { to: 'temps', scale: 0.1, index: 1 },
          POWER_SUPPLY_CYCLE_COUNT: { to: 'cycles' },
        },
      },
    ],
    tests: [{ bytes: 'POWER_SUPPLY_VOLTAGE_NOW=17510000\r\n', expect: { packVoltage: 17.51 } }],
  },
  'ina219-sketch': {
    profile: 2,
    id: 'ina219-sketch',
    name: 'INA219 sketch',
    frame: { split: 'line' },
    records: [
      {
        id: 'line',
        read: 'keys',
        keys: { 'Bus Voltage': { to: 'packVoltage' }, Current: { to: 'current' } },
      },
    ],
    tests: [{ bytes: 'Current:       123.40 mA\r\n', expect: { current: 0.1234 } }],
  },
  upower: {
    profile: 2,
    id: 'upower',
    name: 'upower',
    frame: { split: 'line' },
    records: [
      {
        id: 'line',
        read: 'keys',
        keys: {
          voltage: { to: 'packVoltage' },
          percentage: { to: 'soc' },
          capacity: { to: 'soh' },
        },
      },
    ],
    tests: [{ bytes: '  capacity:            97.5%\r\n', expect: { soh: 97.5 } }],
  },
};

/** The built-in profile for each capture of a device whose profile comes with the app. */
export const BUILT_IN_PROFILES: Readonly<Record<string, BuiltInId>> = {
  'junctek-kg-f': 'junctek-kg-f',
  'pylontech-pwr': 'pylontech',
  'pylontech-bat': 'pylontech',
  'pylontech-pwr-1': 'pylontech',
  'pylontech-h2-pwr': 'pylontech',
  'seplos-v2-ascii-hex': 'seplos-v2',
  'pace-v25-ascii-hex': 'pace',
  'voltronic-qpigs': 'voltronic-pi30',
  'elm327-kia-niro': 'elm327-hyundai-kia',
};
