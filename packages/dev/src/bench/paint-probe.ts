/**
 * Runs in every measured page before the page's own scripts. An update begins when the page receives the last bytes of
 * a reply, which ends with "OK". Each cell whose text changes is recorded with the number of the frame. The update
 * counts as painted two animation frames after its first change. Plain text, because Node's compiler has no DOM types.
 */
export const PAINT_PROBE = `
  const probe = { updates: [], began: undefined, frame: 0 };
  globalThis.paintProbe = probe;
  const onFrame = () => { probe.frame += 1; requestAnimationFrame(onFrame); };
  requestAnimationFrame(onFrame);
  probe.begin = () => { probe.began = performance.now(); probe.current = undefined; };

  const NativeSocket = globalThis.WebSocket;
  globalThis.WebSocket = class extends NativeSocket {
    constructor(...all) {
      super(...all);
      let tail = '';
      this.addEventListener('message', ({ data }) => {
        if (!(data instanceof ArrayBuffer)) return;
        tail = (tail + new TextDecoder().decode(data)).slice(-8);
        if (/OK\\r\\n$/.test(tail)) probe.begin();
      });
    }
  };

  const cellOf = (node) => {
    const element = node.nodeType === 1 ? node : node.parentElement;
    return element && element.closest('.cell, .bare-cell');
  };
  const onChange = (mutations) => {
    if (probe.began === undefined) return;
    const cells = new Set(mutations.map(({ target }) => cellOf(target)).filter(Boolean));
    if (cells.size === 0) return;
    const now = performance.now();
    if (probe.current === undefined) {
      const update = { from: probe.began, cells: new Set(), frames: new Set(), written: 0 };
      probe.current = update;
      requestAnimationFrame(() => requestAnimationFrame((painted) => {
        probe.updates.push({
          written: update.written,
          painted: performance.now() - update.from,
          cells: update.cells.size,
          frames: update.frames.size,
        });
      }));
    }
    probe.current.written = now - probe.current.from;
    probe.current.frames.add(probe.frame);
    for (const cell of cells) probe.current.cells.add(cell);
  };
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(onChange).observe(document, {
      subtree: true, childList: true, characterData: true,
    });
  });
`;

/** The minimum that a page can do: split a message with 128 numbers and write them into 128 existing text nodes. */
export const BARE_SCRIPT = `
  globalThis.startBarePage = (count, everyMs) => {
    const nodes = Array.from({ length: count }, () => {
      const cell = document.createElement('span');
      cell.className = 'bare-cell';
      cell.style.cssText = 'display:inline-block;width:72px;height:36px';
      document.body.append(cell);
      return cell.appendChild(document.createTextNode(''));
    });
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = ({ data }) => {
      globalThis.paintProbe.begin();
      const tokens = data.split(',');
      for (const [at, node] of nodes.entries()) node.data = (Number(tokens[at]) / 1000).toFixed(3);
    };
    setInterval(() => {
      port1.postMessage(nodes.map(() => 3200 + Math.floor(Math.random() * 200)).join(','));
    }, everyMs);
  };
`;
