import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openApp } from '../browser/app.ts';
import { whyNot } from '../browser/rig/availability.ts';
import { openProfile } from '../browser/rig/profile-chromium.ts';
import { startSite } from '../browser/fixtures.ts';
import { footprintOf } from '../soak/memory.ts';
import {
  bareStep,
  dayScript,
  installBarePlots,
  installProbe,
  openedMs,
  zoomStep,
  type Step,
} from './day-page.ts';

/** A day of polls every 2 s, of the largest pack. */
const SAMPLES = 43_200;
const CELLS = 128;
const OPENINGS = 5;
const ZOOM_ROUNDS = 6;

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;
const figures = (values: readonly number[]): string =>
  `median ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms`;
const steps = (all: readonly Step[]): string =>
  `work ${figures(all.map(({ worked }) => worked))}; painted ${figures(all.map(({ painted }) => painted))}`;

interface Written {
  readonly seconds: number;
  readonly singleMs: readonly number[];
  readonly storedBytes: number;
}

/** In, in, sideways both ways, out, whole: as a person looks for something. */
const ZOOMS = ['Zoom in', 'Zoom in', 'Zoom in', 'Later', 'Earlier', 'Zoom out', 'All'];

const zoomProduct = async (page: Page): Promise<readonly Step[]> => {
  const all: Step[] = [];
  for (let round = 0; round < ZOOM_ROUNDS; round += 1) {
    for (const name of ZOOMS) all.push(await zoomStep(page, name));
  }
  return all;
};

const BARE: readonly (readonly [from: number, to: number])[] = [
  [0.25, 0.75],
  [0.375, 0.625],
  [0.4375, 0.5625],
  [0.5, 0.625],
  [0.4375, 0.5625],
  [0.375, 0.625],
  [0, 1],
];

const zoomBare = async (page: Page): Promise<readonly Step[]> => {
  const all: Step[] = [];
  for (let round = 0; round < ZOOM_ROUNDS; round += 1) {
    for (const [from, to] of BARE) all.push(await bareStep(page, from, to));
  }
  return all;
};

/** A recorded day in Chromium's IndexedDB on disk: written, opened, zoomed; beside one JSON text and bare uPlot. */
export const benchDay = async (print: (line: string) => void): Promise<void> => {
  print(
    `A day recorded: ${SAMPLES} samples of ${CELLS} cells, with all bytes, in IndexedDB on disk`,
  );
  const why = whyNot(['chromium']);
  if (why !== undefined) {
    print(`  not run: ${why}`);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'batbot-day-'));
  const chromium = await openProfile(folder);
  const site = await startSite();
  try {
    const { page } = chromium;
    page.setDefaultTimeout(180_000);
    const app = openApp(page, site.webUrl);
    await app.login('ada');
    await page.evaluate(await dayScript());
    const written = await page.evaluate<Written>(`dayBench.writeDay('u-1', ${SAMPLES}, ${CELLS})`);
    print(
      `  written by the recorder: ${written.seconds.toFixed(1)} s in all, ${(written.storedBytes / 1e6).toFixed(0)} MB on disk; ` +
        `one writing at its own pace: ${figures(written.singleMs)}`,
    );
    const characters = await page.evaluate<number>(`dayBench.writeJson(${SAMPLES}, ${CELLS})`);

    const toList = async (): Promise<void> => {
      await app.open('/mainpage/home/sessions');
      await page.getByRole('main').getByRole('listitem').first().waitFor();
      await installProbe(page);
    };
    const cdp = await page.context().newCDPSession(page);
    const openings: number[] = [];
    await toList();
    const before = await footprintOf(cdp);
    for (let round = 0; round < OPENINGS; round += 1) {
      if (round > 0) await toList();
      openings.push(await openedMs(page));
    }
    const after = await footprintOf(cdp);
    const zoomed = await zoomProduct(page);

    await toList();
    await page.evaluate(await dayScript());
    const parsed: number[] = [];
    for (let round = 0; round < 3; round += 1)
      parsed.push(await page.evaluate<number>('dayBench.readJson()'));
    await installBarePlots(page, SAMPLES);
    await zoomBare(page); // the first draws warm it up, as the opened session was
    const bare = await zoomBare(page);

    const ratio = quantile(openings, 0.5) / quantile(parsed, 0.5);
    print(`  click to painted charts: ${figures(openings)} (${OPENINGS} fresh pages)`);
    print(
      `  one JSON text of ${(characters / 1e6).toFixed(0)} MB, got and parsed, nothing drawn: ${figures(parsed)}; ratio ${ratio.toFixed(2)} (≤ 1)`,
    );
    print(`  zoom, four charts:      ${steps(zoomed)}`);
    print(`  four bare uPlots:       ${steps(bare)}`);
    print(
      `  heap of the opened day: ${((after.heap - before.heap) / 1e6).toFixed(1)} MB more than the list`,
    );
  } finally {
    await chromium.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
};
