import type { BrowserContext, Page } from '@playwright/test';
import { openApp } from '../browser/app.ts';
import { answerChooser } from '../browser/rig/chooser.ts';
import { launchChromium } from '../browser/rig/chromium.ts';
import { startParts } from '../start/start-parts.ts';
import { startServices } from '../browser/rig/services.ts';
import { startUsbBed } from '../browser/rig/usb-bed.ts';
import { startWirePty, type WirePty } from '../browser/rig/wire-pty.ts';
import { footprintOf } from '../soak/memory.ts';
import { serveFloodPages } from './flood-pages.ts';
import { endSeen, installProbe, startProbe, stopProbe, type Probed } from './flood-probe.ts';
import { telemetryLines } from './telemetry-lines.ts';
import { quantile } from './measure.ts';

const FLOOD_BYTES = 5_000_000;
const ROUNDS = 5;

interface Round extends Probed {
  readonly seconds: number;
}

interface Figures {
  readonly rounds: readonly Round[];
  /** Growth of the heap during the first flood, in bytes, measured after a garbage collection. */
  readonly heapGrowth: number;
}

type Opener = (page: Page) => Promise<void>;

/** Floods one page `ROUNDS` times. Time is measured from the first byte sent until the end marker is on the screen. */
const measure = async (
  context: BrowserContext,
  wire: WirePty,
  open: Opener,
  count: () => number,
): Promise<Figures> => {
  const page = await context.newPage();
  await installProbe(page);
  await open(page);
  const cdp = await context.newCDPSession(page);
  const before = await footprintOf(cdp);
  const lines = telemetryLines(FLOOD_BYTES);
  const rounds: Round[] = [];
  let heapGrowth = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const marker = `END-OF-FLOOD-${count()}`;
    const end = new TextEncoder().encode(`\r\n${marker}\r\n`);
    await startProbe(page);
    const from = performance.now();
    await wire.say(Uint8Array.from([...lines, ...end]));
    await endSeen(page, marker);
    const seconds = (performance.now() - from) / 1_000;
    rounds.push({ seconds, ...(await stopProbe(page)) });
    if (round === 0) heapGrowth = (await footprintOf(cdp)).heap - before.heap;
  }
  await page.close();
  return { rounds, heapGrowth };
};

const report = (name: string, figures: Figures, bareSeconds: number): string => {
  const seconds = quantile(
    figures.rounds.map((round) => round.seconds),
    0.5,
  );
  const frames = figures.rounds.flatMap((round) => round.frames);
  const tasks = figures.rounds.flatMap((round) => round.tasks);
  const total = frames.reduce((sum, each) => sum + each, 0);
  const column = (text: string, width: number): string => text.padStart(width);
  return [
    `  ${name.padEnd(10)}`,
    column(`${(FLOOD_BYTES / 1e6 / seconds).toFixed(2)} MB/s`, 10),
    column((seconds / bareSeconds).toFixed(2), 10),
    column(((frames.length / total) * 1_000).toFixed(1), 10),
    column(quantile(frames, 0.99).toFixed(1), 10),
    column(`${tasks.length} (${Math.max(0, ...tasks).toFixed(0)} ms)`, 14),
    column(`${(figures.heapGrowth / 1e6).toFixed(1)} MB`, 10),
  ].join('');
};

/** Starts the product, the pages of the peers, and a browser with the mock adapter. */
const startAll = () =>
  startParts(async (add) => {
    const services = await startServices();
    add(services.close);
    const pages = await serveFloodPages();
    add(pages.close);
    const bed = await startUsbBed();
    add(bed.stop);
    const wire = await startWirePty();
    add(wire.stop);
    await bed.plug(wire.slavePath());
    const chromium = await launchChromium({ bed, serialOrigins: [services.webUrl, pages.url] });
    add(chromium.close);
    return { services, pages, wire, chromium };
  });

/**
 * Sends 5 MB of telemetry lines through a real pty to Chromium and prints the figures of a bare read loop, of xterm.js
 * and of the terminal.
 */
export const benchFlood = async (print: (line: string) => void): Promise<void> => {
  const { services, pages, wire, chromium, close } = await startAll();
  try {
    const peer =
      (name: string): Opener =>
      async (page) => {
        await page.goto(`${pages.url}/${name}`);
        await page.waitForSelector('body[data-open]', { state: 'attached' });
      };
    const product: Opener = async (page) => {
      const app = openApp(page, services.webUrl);
      await app.start('technician', 'Terminal', 'terminal');
      await wire.say(new TextEncoder().encode('\r\nOK\r\n')); // the reply to the verbose command
      await app.log.getByText('Connected').first().waitFor();
    };
    let floods = 0;
    const run = async (open: Opener): Promise<Figures> => {
      const context = await chromium.browser.newContext({ viewport: { width: 1280, height: 800 } });
      try {
        await answerChooser(context);
        return await measure(context, wire, open, () => (floods += 1));
      } finally {
        await context.close();
      }
    };
    const bare = await run(peer('bare'));
    const xterm = await run(peer('xterm'));
    const ours = await run(product);
    const bareSeconds = quantile(
      bare.rounds.map((round) => round.seconds),
      0.5,
    );
    print(
      `Flood: ${FLOOD_BYTES / 1e6} MB of telemetry lines over a pty, to the end on the screen (${ROUNDS} times)`,
    );
    print(
      '                  speed  × bare loop   frames/s    p99 frame   tasks > 50 ms   heap growth',
    );
    print(report('bare loop', bare, bareSeconds));
    print(report('xterm 6', xterm, bareSeconds));
    print(report('BatBot', ours, bareSeconds));
    print(
      '  wanted                   ≤ 1.30       ≥ 58        ≤ 25 ms     0               ≤ 15 MB',
    );
  } finally {
    await close();
  }
};
