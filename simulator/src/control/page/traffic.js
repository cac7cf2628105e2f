/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument -- plain script, served as it is: nothing here has types */
// The bytes sent and received. They are inserted only as text, never as HTML.
import { at, device, element } from './simulator.js';

const keptRows = 400;
/** Time in ms within which bytes are shown in one row. */
const burstMs = 30;
const rowLimit = 2000;
let waiting = [];
let isRequested = false;
/** The rows on the page, the newest last. */
let rows = [];

const escapes = { '\r': '\\r', '\n': '\\n', '\t': '\\t', '\\': '\\\\' };
const printable = (text) =>
  text.replaceAll(
    /[^\x20-\x5b\x5d-\x7e]/g,
    (char) => escapes[char] ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
const inHex = (text) =>
  Array.from(text, (char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join(' ');

const belongs = (row, { direction, transport, ms }) =>
  row &&
  row.direction === direction &&
  row.transport === transport &&
  ms - row.untilMs < burstMs &&
  row.text.length < rowLimit;

const write = (row) => {
  row.words.textContent = (at('hex').checked ? inHex : printable)(row.text);
};

const addRow = (chunk) => {
  const item = element('li', '', chunk.direction);
  const words = element('span', '');
  item.append(
    element('time', (chunk.ms / 1000).toFixed(3)),
    element('span', chunk.transport, 'by'),
    element('span', chunk.direction === 'in' ? '→' : '←', 'way'),
    words,
  );
  item.title = chunk.direction === 'in' ? 'to the device' : 'from the device';
  at('traffic').append(item);
  return { ...chunk, words, untilMs: chunk.ms };
};

const paint = () => {
  isRequested = false;
  if (at('pause').checked) return;
  const box = at('traffic');
  const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 20;
  for (const chunk of waiting) {
    const last = rows.at(-1);
    if (belongs(last, chunk)) {
      last.text += chunk.text;
      last.untilMs = chunk.ms;
    } else rows.push(addRow(chunk));
    write(rows.at(-1));
  }
  waiting = [];
  while (box.children.length > keptRows) box.firstElementChild.remove();
  rows = rows.slice(-keptRows);
  if (atEnd) box.scrollTop = box.scrollHeight;
};

const askPaint = () => {
  if (isRequested) return;
  isRequested = true;
  requestAnimationFrame(paint);
};

const watch = () => {
  const socket = new WebSocket(`ws://${location.host}/control/${device}/traffic`);
  socket.addEventListener('message', ({ data }) => {
    waiting.push(JSON.parse(data));
    waiting.splice(0, waiting.length - keptRows);
    askPaint();
  });
  socket.addEventListener('close', () => setTimeout(watch, 1000));
};

export const wireTraffic = () => {
  at('wipe').addEventListener('click', () => {
    at('traffic').replaceChildren();
    waiting = [];
    rows = [];
  });
  at('hex').addEventListener('change', () => rows.forEach(write));
  at('pause').addEventListener('change', askPaint);
  watch();
};
