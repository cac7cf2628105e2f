import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { serveFiles, type ServedFiles } from '../browser/rig/serve-files.ts';

const require = createRequire(import.meta.url);

/**
 * Returns the read loop that every Web Serial page has; the code in `take` handles each chunk. Plain text, because
 * Node's compiler has no DOM types.
 */
const loop = (take: string): string => `
  const [port] = await navigator.serial.getPorts();
  await port.open({ baudRate: 115200, bufferSize: 65536 });
  document.body.dataset.open = 'true';
  const reader = port.readable.getReader();
  ${take}
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    take(value);
  }
`;

/** The minimum that a page can do: read, decode and search for the end marker. */
const bare = loop(`
  const decoder = new TextDecoder();
  let tail = '';
  const take = (bytes) => {
    tail = (tail + decoder.decode(bytes, { stream: true })).slice(-200);
    const end = /END-OF-FLOOD-\\d+/.exec(tail);
    if (end !== null) globalThis.floodSeen = end[0];
  };
`);

/**
 * Uses xterm.js as its documentation describes: every chunk is written, and the end is detected when its line is in the
 * buffer.
 */
const xterm = loop(`
  const term = new Terminal({ rows: 40, cols: 140, scrollback: 10000, convertEol: true });
  term.open(document.querySelector('main'));
  const lastLines = () => {
    const { active } = term.buffer;
    let text = '';
    for (let row = Math.max(0, active.length - 45); row < active.length; row += 1)
      text += active.getLine(row)?.translateToString(true) ?? '';
    return text;
  };
  const take = (bytes) => term.write(bytes);
  term.onRender(() => {
    const end = /END-OF-FLOOD-\\d+/.exec(lastLines());
    if (end !== null) globalThis.floodSeen = end[0];
  });
`);

const page = (module: string, head = ''): string =>
  `<!doctype html><meta charset="utf-8"><title>flood</title>${head}<main></main><script type="module">${module}</script>`;

const script = require.resolve('@xterm/xterm/lib/xterm.js');
const style = require.resolve('@xterm/xterm/css/xterm.css');

/** Serves `/bare` and `/xterm`, the peers with which the product's terminal is compared. */
export const serveFloodPages = (): Promise<ServedFiles> => {
  const head = '<link rel="stylesheet" href="/xterm.css"><script src="/xterm.js"></script>';
  return serveFiles(
    new Map([
      ['bare.html', page(bare)],
      ['xterm.html', page(xterm, head)],
      ['xterm.js', readFileSync(script, 'utf8')],
      ['xterm.css', readFileSync(style, 'utf8')],
    ]),
  );
};
