import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { mayWriteSerialPolicy } from './serial-policy.ts';

/** What a browser test needs: only the browser, a mock USB adapter in it, or its native port chooser. */
export type Need = 'chromium' | 'usb' | 'chooser';

const which = (program: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/** Returns the path of the Chromium for tests: BATBOT_CHROMIUM, or the first one in PATH. */
export const chromiumPath = (): string | undefined =>
  process.env['BATBOT_CHROMIUM'] ?? which('chromium') ?? which('chromium-browser');

const hasTypelib = (): boolean =>
  ['/usr/lib', ...readdirSync('/usr/lib').map((name) => join('/usr/lib', name))].some((folder) =>
    existsSync(join(folder, 'girepository-1.0/UMockdev-1.0.typelib')),
  );

interface Piece {
  readonly need: Need;
  readonly package: string;
  readonly isThere: () => boolean;
}

const pieces: readonly Piece[] = [
  { need: 'chromium', package: 'chromium', isThere: () => chromiumPath() !== undefined },
  { need: 'usb', package: 'umockdev', isThere: () => which('umockdev-wrapper') !== undefined },
  { need: 'usb', package: 'gir1.2-umockdev-1.0', isThere: hasTypelib },
  {
    need: 'usb',
    package: 'python3-gi',
    isThere: () => existsSync('/usr/lib/python3/dist-packages/gi/__init__.py'),
  },
  { need: 'chooser', package: 'xvfb', isThere: () => which('Xvfb') !== undefined },
  { need: 'chooser', package: 'openbox', isThere: () => which('openbox') !== undefined },
  { need: 'chooser', package: 'xdotool', isThere: () => which('xdotool') !== undefined },
];

/** Returns why tests with these needs cannot run on this machine and how to change that; undefined if they can run. */
export const whyNot = (needs: readonly Need[]): string | undefined => {
  const asked = pieces.filter(({ need }) => needs.includes(need));
  const onLinux = process.platform === 'linux';
  if (!onLinux && needs.some((need) => need !== 'chromium'))
    return `the mock USB adapter needs Linux (this is ${process.platform})`;
  const missing = asked.filter((piece) => !piece.isThere()).map((piece) => piece.package);
  if (missing.length > 0)
    return onLinux
      ? `missing: ${missing.join(', ')}. Install: sudo apt-get install -y ${missing.join(' ')}`
      : 'missing: Chromium. Install it and set BATBOT_CHROMIUM to its program';
  if (needs.includes('usb') && !mayWriteSerialPolicy())
    return '/etc/chromium/policies cannot be written. Run as root or with a sudo that asks nothing';
  return undefined;
};
