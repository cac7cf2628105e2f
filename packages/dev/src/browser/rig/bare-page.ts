import { serveFiles, type ServedFiles } from './serve-files.ts';

/** Script that uses Web Serial and exports the global `rig`. Plain text, because Node's compiler has no DOM types. */
const script = `
const seen = [];
for (const kind of ['connect', 'disconnect'])
  navigator.serial.addEventListener(kind, () => seen.push(kind));
const rig = {
  seen,
  ports: async () => (await navigator.serial.getPorts()).map((port) => port.getInfo()),
  open: async () => {
    [rig.port] = await navigator.serial.getPorts();
    await rig.port.open({ baudRate: 115200, bufferSize: 65536 });
    rig.reader = rig.port.readable.getReader();
  },
  write: async (text) => {
    const writer = rig.port.writable.getWriter();
    await writer.write(new TextEncoder().encode(text));
    writer.releaseLock();
  },
  read: async (length) => {
    let text = '';
    while (text.length < length) text += new TextDecoder().decode((await rig.reader.read()).value);
    return text;
  },
  waitForLoss: () => rig.reader.read().then(() => 'bytes', (problem) => problem.name),
  close: async () => {
    await rig.reader.cancel().catch(() => undefined);
    rig.reader.releaseLock();
    await rig.port.close().catch(() => undefined);
  },
};
document.querySelector('button').onclick = () => {
  rig.chosen = navigator.serial.requestPort().then((port) => port.getInfo(), (problem) => problem.name);
};
`;

/** Serves a page that uses only Web Serial, to test the rig without the product. */
export const serveBarePage = (): Promise<ServedFiles> => {
  const html = `<!doctype html><title>rig</title><button>Choose</button><script>${script}</script>`;
  return serveFiles(new Map([['index.html', html]]));
};
