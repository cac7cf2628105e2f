import type { ChemistryName } from '../battery/chemistry.ts';
import { createPlant } from '../bms/plant.ts';
import type { Plant } from '../bms/plant.ts';
import type { Trip } from '../bms/protections.ts';
import { faultBits } from '../bms/reading.ts';
import { createRandom } from '../random/seeded-random.ts';
import { findScenario } from '../scenarios/scenarios.ts';
import type { ScenarioName } from '../scenarios/scenarios.ts';
import { createCounters } from './counters.ts';
import type { Counters, ReceivedCommand } from './counters.ts';
import { createDeviceLine } from './device-line.ts';
import type { DeviceLine } from './device-line.ts';
import { line, nativeAnswer } from './native-dialect.ts';

export interface DeviceOptions {
  readonly seed?: number;
  readonly scenario?: ScenarioName;
  readonly chemistry?: ChemistryName;
  /** Ah. */
  readonly capacity?: number;
  /** 1..128; the scenario's, else 16. */
  readonly cells?: number;
  /** 0..128; the scenario's, else 4. */
  readonly temperatures?: number;
  /** 0..1: state of charge at the start. */
  readonly soc?: number;
  /** How much faster than the lines' time the battery's time passes. */
  readonly speed?: number;
  /** ms from command to reply. */
  readonly latencyMs?: number;
}

/** A diagnostic device on a battery pack: a pure machine that times are told to. Times are ms since its start. */
export interface Device {
  /** One more connector; all share the pack. */
  readonly openLine: (transport: string) => DeviceLine;
  /** Moves the battery on; protections that trip are announced on every line. */
  readonly advance: (nowMs: number) => void;
  /** Power off and on: banner on every line, uptime from 0. */
  readonly reboot: (nowMs: number) => void;
  readonly setSpeed: (speed: number, nowMs: number) => void;
  readonly uptimeS: () => number;
  readonly plant: Plant;
  readonly counters: Counters;
  /** The newest last; the oldest are dropped beyond 1000. */
  readonly commands: () => readonly ReceivedCommand[];
}

const keptCommands = 1000;
const hex4 = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');

/** `+ALARM: PRT=0001,CELL=12,VAL=3712,LIM=3650`: value and limit in mV, 10 mA or °C. */
const alarmText = ({ rule, value, cell }: Trip): string => {
  const place = cell === undefined ? '' : `CELL=${cell},`;
  return line(
    `+ALARM: PRT=${hex4(1 << faultBits[rule.name])},${place}VAL=${value},LIM=${rule.limit}`,
  );
};

export const createDevice = (options: DeviceOptions = {}): Device => {
  const seed = options.seed ?? 1;
  const scenario = findScenario(options.scenario ?? 'drive');
  const plant = createPlant({
    scenario,
    chemistry: options.chemistry ?? 'lfp',
    capacityAh: options.capacity ?? 100,
    cells: options.cells ?? scenario.cells ?? 16,
    temperatures: options.temperatures ?? scenario.temperatures ?? 4,
    ...(options.soc === undefined ? {} : { soc: options.soc }),
    seed,
    random: createRandom(seed),
  });
  const counters = createCounters();
  const lines: DeviceLine[] = [];
  let commands: ReceivedCommand[] = [];
  let speed = options.speed ?? 1;
  // The battery's time: seconds at `anchorMs`, growing with `speed` from there.
  let anchorMs = 0;
  let anchorS = 0;
  let bootedS = 0;
  const batteryS = (nowMs: number): number => anchorS + ((nowMs - anchorMs) / 1000) * speed;

  const advance = (nowMs: number): void => {
    for (const trip of plant.advance(batteryS(nowMs))) {
      counters.alarms += 1;
      for (const each of lines) each.announce(alarmText(trip), nowMs);
    }
  };
  const uptimeS = (): number => Math.max(0, Math.floor(plant.truth().timeS - bootedS + 1e-6));

  return {
    openLine: (transport) => {
      const opened = createDeviceLine({
        transport,
        counters,
        latencyMs: options.latencyMs ?? 4,
        record: (atMs, from, text) => {
          commands = [...commands.slice(1 - keptCommands), { atMs, transport: from, text }];
        },
        answerPoll: (answer, nowMs) => {
          advance(nowMs);
          return nativeAnswer({ ...answer, reading: plant.reading(uptimeS()) });
        },
      });
      lines.push(opened);
      return opened;
    },
    advance,
    reboot: (nowMs) => {
      advance(nowMs);
      bootedS = plant.truth().timeS;
      counters.boots += 1;
      for (const each of lines) each.boot(nowMs);
    },
    setSpeed: (next, nowMs) => {
      anchorS = batteryS(nowMs);
      anchorMs = nowMs;
      speed = next;
    },
    uptimeS,
    plant,
    counters,
    commands: () => commands,
  };
};
