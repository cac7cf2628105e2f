import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openOfflineSite } from '../browser/rig/offline-site.ts';
import { openProfile } from '../browser/rig/profile-chromium.ts';
import { quantile } from './measure.ts';

const STARTS = Number(process.env['BATBOT_STARTS'] ?? 7);

/** Notes when Home has its heading, in ms since the navigation began. */
const PROBE = `
  const look = () => {
    if (document.querySelector('main h1')) globalThis.homeAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();`;

/**
 * Prints how long the first start after a visit takes until Home is shown, with and without servers, and the ratio. The
 * browser is started for each, with a copy of the profile of the visit.
 */
export const benchStart = async (print: (line: string) => void): Promise<void> => {
  const scratch = await mkdtemp(join(tmpdir(), 'batbot-start-'));
  const site = await openOfflineSite();
  const visited = join(scratch, 'visited');
  let copies = 0;
  const homeAfter = async (): Promise<number> => {
    copies += 1;
    const folder = join(scratch, String(copies));
    await cp(visited, folder, { recursive: true });
    const { page } = await openProfile(folder, site.webUrl, { serviceWorkers: 'allow' });
    try {
      await page.addInitScript(PROBE);
      await page.goto(`${site.webUrl}/mainpage/home`);
      await page.locator('main h1').waitFor();
      return await page.evaluate<number>('globalThis.homeAt');
    } finally {
      await page.context().close();
      await rm(folder, { recursive: true });
    }
  };
  try {
    await site.start();
    const visit = await openProfile(visited, site.webUrl, { serviceWorkers: 'allow' });
    await visit.app.login('technician');
    const isStored = `caches.keys().then((names) => names.some((name) => name.startsWith('batbot-release-')))`;
    while (!(await visit.page.evaluate<boolean>(isStored))) await setTimeout(200);
    await setTimeout(6_000); // until local storage, with the session, is on the disk
    await visit.page.context().close();

    const times: { readonly online: number[]; readonly offline: number[] } = {
      online: [],
      offline: [],
    };
    for (let run = 0; run < STARTS; run += 1) {
      await site.start();
      times.online.push(await homeAfter());
      await site.stop();
      times.offline.push(await homeAfter());
    }
    const [online, offline] = [quantile(times.online, 0.5), quantile(times.offline, 0.5)];
    print(`First start until Home, median of ${STARTS}, in ms`);
    print(`  with servers     ${online.toFixed(0).padStart(6)}`);
    print(`  without servers  ${offline.toFixed(0).padStart(6)}`);
    print(`  ratio            ${(offline / online).toFixed(2).padStart(6)}`);
  } finally {
    await site.close();
    await rm(scratch, { recursive: true, force: true });
  }
};
