import { createReplyDecoder } from '@batbot/core';
import { createDevice } from '@batbot/simulator';
import { fastestOf } from './measure.ts';

/** Returns the reply of a device with 128 cells and 64 sensors, as text with its line endings. */
const replyText = (verbose: boolean): string => {
  const device = createDevice({ seed: 1, scenario: 'many-cells', latencyMs: 0 });
  const line = device.openLine('bench');
  line.setBaudRate(0);
  let nowMs = 0;
  const ask = (command: string): string => {
    line.receive(new TextEncoder().encode(`${command}\r\n`), (nowMs += 100));
    return new TextDecoder().decode(line.take((nowMs += 100)));
  };
  ask(`AT+VB=${verbose ? 1 : 0}`);
  return ask('AT+ADATA');
};

const informationLines = (text: string): readonly string[] =>
  text.split(/[\r\n]+/).filter((line) => line.startsWith('+ADATA'));

/** Splits a compact reply without checking it: the minimum that a decoder must do. */
const splitCompact = (lines: readonly string[]): object => {
  const tokens = (lines[0] ?? '').slice('+ADATA: '.length).split(',');
  const cells = Number(tokens[3]);
  return {
    pack: Number(tokens[5]) / 1_000,
    current: Number(tokens[6]) / 100,
    soc: Number(tokens[7]) / 10,
    cells: tokens.slice(15, 15 + cells).map((text) => Number(text) / 1_000),
    temperatures: tokens.slice(15 + cells, -1).map(Number),
  };
};

const splitLabelled = (lines: readonly string[]): object => {
  const values: Record<string, number | readonly number[]> = {};
  for (const line of lines) {
    const payload = line.slice('+ADATA: '.length);
    if (payload.startsWith('CV=') || payload.startsWith('CT=')) {
      values[payload.slice(0, 2)] = payload.slice(3).split(',').map(Number);
    } else {
      for (const pair of payload.split(',')) {
        const [key = '', value] = pair.split('=');
        values[key] = Number(value);
      }
    }
  }
  return values;
};

const ROUNDS = 25;
const REPLIES = 400;

/** Returns the microseconds per reply of each contender. */
const measure = (contenders: readonly (() => unknown)[]): readonly number[] =>
  fastestOf(
    ROUNDS,
    contenders.map((run) => () => {
      for (let reply = 0; reply < REPLIES; reply += 1) run();
    }),
  ).map((ms) => (ms * 1_000) / REPLIES);

/** Prints the time to decode a reply of 128 cells, compared with the minimum work in the same run. */
export const benchDecode = (print: (line: string) => void): void => {
  print('Decode: a reply of 128 cells and 64 sensors to a checked sample (µs a reply)');
  print('                    bytes    core   / split+Number   / JSON.parse of the same');
  for (const [name, verbose] of [
    ['compact', false],
    ['labelled', true],
  ] as const) {
    const text = replyText(verbose);
    const lines = informationLines(text);
    const { decode } = createReplyDecoder();
    const first = decode(lines);
    if (!first.ok || first.value.sample.cellVoltagesV.length !== 128) {
      throw new Error('the reply is not what the benchmark is about');
    }
    const json = JSON.stringify(first.value.sample);
    const split = verbose ? splitLabelled : splitCompact;
    const [ours = 0, theirs = 1, parse = 1] = measure([
      () => decode([...lines]), // a new array, because the decoder caches its last input
      () => split(lines),
      () => JSON.parse(json) as unknown,
    ]);
    const figure = (value: number, width: number): string => value.toFixed(2).padStart(width);
    print(
      `  ${name.padEnd(14)}${String(text.length).padStart(8)} B${figure(ours, 8)}${figure(ours / theirs, 12)} (${theirs.toFixed(2)})${figure(ours / parse, 12)} (${parse.toFixed(2)})`,
    );
  }
};
