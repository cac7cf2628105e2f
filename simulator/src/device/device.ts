import type { ChemistryName } from '../battery/chemistry.ts';
import { bmsSettings } from '../bms/settings.ts';
import type { BmsSettings } from '../bms/settings.ts';
import { createPlant } from '../bms/plant.ts';
import type { Overrides, Plant } from '../bms/plant.ts';
import type { Trip } from '../bms/protections.ts';
import { faultBits } from '../bms/reading.ts';
import type { Reading } from '../bms/reading.ts';
import { createFaultEngine } from '../faults/fault-engine.ts';
import type { FaultEvent } from '../faults/event-faults.ts';
import type { FaultSpec } from '../faults/fault-spec.ts';
import { factoryValues } from '../parameters/factory-values.ts';
import type { PackFacts } from '../parameters/factory-values.ts';
import { createRandom } from '../random/seeded-random.ts';
import { findScenario } from '../scenarios/scenarios.ts';
import type { ScenarioName } from '../scenarios/scenarios.ts';
import { createCounters } from './counters.ts';
import type { ReceivedCommand } from './counters.ts';
import { createDeviceLine } from './device-line.ts';
import type { DeviceLine, LineControl } from './device-line.ts';
import { foreignDevice } from './foreign/foreign-devices.ts';
import { answerIn, nativeWording, wordReply } from './dialects.ts';
import type { Wording } from './dialects.ts';
import { line } from './native-dialect.ts';
import { createSystem } from './system.ts';

export interface DeviceOptions extends Partial<Wording> {
  readonly seed?: number;
  readonly scenario?: ScenarioName;
  readonly chemistry?: ChemistryName;
  /** Capacity in Ah. */
  readonly capacity?: number;
  /** Number of cells, 1..128. Default: that of the foreign device, else of the scenario, else 16. */
  readonly cells?: number;
  /** Number of sensors, 0..128. Default: that of the foreign device, else of the scenario, else 4. */
  readonly temperatures?: number;
  /** Standard deviation of a cell reading in mV. Default: 0.8. */
  readonly noiseMv?: number;
  /** State of charge at the start, 0..1. */
  readonly soc?: number;
  /** Factor by which the battery's time is faster than the time of the lines. */
  readonly speed?: number;
  /** Milliseconds between command and reply. */
  readonly latencyMs?: number;
  readonly echo?: boolean;
  /** The only bit rate of the device. A client at another rate receives unreadable bytes. */
  readonly deviceBaud?: number;
  /** Faults that are active from the start. */
  readonly faults?: readonly FaultSpec[];
}

export type UnplugEvent = Extract<FaultEvent, { kind: 'unplug' }>;

const keptCommands = 1000;
const hex4 = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');

/** Formats `+ALARM: PRT=0001,CELL=12,VAL=3712,LIM=3650`. Value and limit are in mV, 10 mA, °C, s or a count. */
const alarmText = ({ rule, value, cell }: Trip): string => {
  const place = cell === undefined ? '' : `CELL=${cell},`;
  return line(
    `+ALARM: PRT=${hex4(1 << faultBits[rule.name])},${place}VAL=${Math.round(value)},LIM=${rule.limit}`,
  );
};

const packOf = (options: DeviceOptions, name: ScenarioName) => {
  const {
    pack,
    places = { cells: 128, temperatures: 128 },
    hasSensor,
  } = foreignDevice(options.dialect ?? '') ?? {};
  const scenario = findScenario(name);
  return {
    scenario,
    chemistry: options.chemistry ?? 'lfp',
    capacityAh: options.capacity ?? 100,
    cells: Math.min(options.cells ?? pack?.cells ?? scenario.cells ?? 16, places.cells),
    temperatures: Math.max(
      hasSensor ? 1 : 0,
      Math.min(
        options.temperatures ?? pack?.temperatures ?? scenario.temperatures ?? 4,
        places.temperatures,
      ),
    ),
  } satisfies PackFacts & Record<string, unknown>;
};

const buildPlant = (
  options: DeviceOptions,
  name: ScenarioName,
  seed: number,
  settings: BmsSettings,
): Plant =>
  createPlant({
    ...packOf(options, name),
    settings,
    ...(options.soc === undefined ? {} : { soc: options.soc }),
    noiseMv: options.noiseMv ?? 0.8,
    seed,
    random: createRandom(seed),
  });

/** The starting charge applies only to the first scenario. */
const withoutSoc = ({ soc: _, ...rest }: DeviceOptions): DeviceOptions => rest;

export const createDevice = (
  options: DeviceOptions = {},
  onUnplug: (event: UnplugEvent) => void = () => undefined,
) => {
  const seed = options.seed ?? 1;
  const wording: Wording = { ...nativeWording, ...options };
  const foreign = foreignDevice(wording.dialect);
  const faults = createFaultEngine(createRandom(seed));
  const counters = createCounters();
  const lines: LineControl[] = [];
  let name = options.scenario ?? 'drive';
  const system = createSystem({
    factory: factoryValues(packOf(options, name)),
    pack: () => packOf(options, name),
    strike: faults.strike,
    onChange: () => plant.configure(settings()),
  });
  const settings = (): BmsSettings => bmsSettings(system.values());
  let plant = buildPlant(options, name, seed, settings());
  let plantStartS = 0;
  let overrides: Overrides = {};
  let commands: ReceivedCommand[] = [];
  let speed = options.speed ?? 1;
  // The battery's time: `anchorS` seconds at `anchorMs`, advancing with `speed` from there.
  let anchorMs = 0;
  let anchorS = 0;
  let bootedS = 0;
  let seenMs = 0;
  const batteryS = (nowMs: number): number => anchorS + ((nowMs - anchorMs) / 1000) * speed;
  const uptimeS = (): number => Math.max(0, Math.floor(batteryS(seenMs) - bootedS + 1e-6));

  const reboot = (nowMs: number): void => {
    bootedS = batteryS(nowMs);
    counters.boots += 1;
    system.restart(nowMs);
    plant.restart();
    for (const each of lines) each.boot(nowMs);
  };
  const happen = (event: FaultEvent, atMs: number): void => {
    switch (event.kind) {
      case 'say':
        counters.alarms += event.text.includes('+ALARM') ? 1 : 0;
        for (const each of lines) each.announce(event.text, atMs);
        return;
      case 'reboot':
        return reboot(atMs);
      case 'echo':
        for (const each of lines) each.setEcho(event.on);
        return;
      case 'unplug':
        onUnplug(event);
    }
  };
  const advance = (nowMs: number): void => {
    seenMs = Math.max(seenMs, nowMs);
    for (const trip of plant.advance(batteryS(nowMs) - plantStartS)) {
      if (foreign || system.isInBootLoader() || !system.isOn('ALMON')) continue;
      counters.alarms += 1;
      for (const each of lines) each.announce(alarmText(trip), nowMs);
    }
    for (const { event, atMs } of faults.events(nowMs)) happen(event, atMs);
    const restartMs = system.restartDueMs();
    if (restartMs !== undefined && restartMs <= nowMs) reboot(restartMs);
  };
  for (const spec of options.faults ?? []) faults.add(spec, 0);
  const read = (nowMs: number): Reading => faults.spoilReading(plant.reading(uptimeS()), nowMs);

  return {
    /** Opens another connector. All connectors share one pack. */
    openLine: (transport: string): DeviceLine => {
      const opened = createDeviceLine({
        transport,
        counters,
        latencyMs: options.latencyMs ?? 4,
        echo: options.echo ?? wording.dialect === 'elm',
        deviceBaud: options.deviceBaud,
        advance,
        record: (atMs, from, text) => {
          commands = [...commands.slice(1 - keptCommands), { atMs, transport: from, text }];
        },
        system,
        foreign,
        read,
        answerPoll: (answer, nowMs) => answerIn(wording, { ...answer, reading: read(nowMs) }),
        word: (reply) => (foreign ? reply : wordReply(wording, reply)),
        spoil: faults.spoilReply,
        unplugMidFrame: (againMs) =>
          onUnplug({ kind: 'unplug', renamed: false, ...(againMs > 0 ? { againMs } : {}) }),
      });
      lines.push(opened);
      return opened;
    },
    /** Advances the device: protections that trip are announced on every line, and timed faults happen. */
    advance,
    /** Switches the device off and on: banner on every line, uptime from 0. */
    reboot: (nowMs: number): void => {
      advance(nowMs);
      reboot(nowMs);
    },
    setSpeed: (next: number, nowMs: number): void => {
      advance(nowMs);
      anchorS = batteryS(nowMs);
      anchorMs = nowMs;
      speed = next;
    },
    /** Starts another scenario with a new pack. */
    setScenario: (next: ScenarioName, nowMs: number): void => {
      advance(nowMs);
      const pack = packOf(options, next);
      if (pack.cells !== packOf(options, name).cells) system.setFactory(factoryValues(pack));
      name = next;
      plantStartS = batteryS(nowMs);
      plant = buildPlant(withoutSoc(options), next, seed, settings());
      plant.override(overrides);
    },
    scenario: (): ScenarioName => name,
    speed: (): number => speed,
    override: (next: Overrides): void => {
      overrides = next;
      plant.override(next);
    },
    overrides: (): Overrides => overrides,
    reading: (): Reading => plant.reading(uptimeS()),
    uptimeS,
    plant: (): Plant => plant,
    system,
    faults,
    counters,
    /** Returns the latest 1000 commands, the newest last. */
    commands: (): readonly ReceivedCommand[] => commands,
  };
};

/**
 * A diagnostic device on a battery pack. It has no clock of its own but receives the time. Times are ms since its
 * start.
 */
export type Device = ReturnType<typeof createDevice>;
