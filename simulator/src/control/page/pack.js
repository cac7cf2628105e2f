/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument -- plain script, served as it is: nothing here has types */
// The state of the pack, and its sliders.
import { ask, at, element } from './simulator.js';

const protectionNames = [
  'cell over-voltage',
  'cell under-voltage',
  'pack over-voltage',
  'pack under-voltage',
  'charge over-temperature',
  'charge under-temperature',
  'discharge over-temperature',
  'discharge under-temperature',
  'charge over-current',
  'discharge over-current',
  'short circuit',
  'front-end error',
  'software lock',
  'charge time-out',
  'cell imbalance',
  'temperature sensor fault',
];
const named = (bits) => protectionNames.filter((_, bit) => bits & (1 << bit)).join(', ');

/** Shows entries of a name, a number and a unit. */
export const rows = (list, entries) => {
  list.replaceChildren(
    ...entries.map(([name, value, unit = '']) => {
      const row = document.createElement('div');
      const detail = element('dd', value);
      if (unit !== '') detail.append(' ', element('span', unit));
      row.append(element('dt', name), detail);
      return row;
    }),
  );
};

const signed = (value, digits) => value.toFixed(digits).replace('-', '−');

const showCells = (cells) => {
  const read = cells.filter((mv) => mv > 0);
  const [low, high] = [Math.min(...read), Math.max(...read)];
  const [lowest, highest] = [cells.indexOf(low), cells.indexOf(high)];
  const floor = low - 20;
  at('cells').replaceChildren(
    ...cells.map((mv, i) => {
      const kind = mv === 0 ? 'dead' : i === lowest ? 'low' : i === highest ? 'high' : '';
      const bar = element('i', '', kind);
      bar.title = mv === 0 ? `Cell ${i + 1}: not read` : `Cell ${i + 1}: ${mv} mV`;
      if (mv > 0) bar.style.height = `${((mv - floor) / (high - floor)) * 100}%`;
      return bar;
    }),
  );
  at('spread').textContent =
    `${cells.length} cells: lowest ${low} mV (cell ${lowest + 1}), highest ${high} mV (cell ${highest + 1}), ${high - low} mV apart`;
};

/** The sliders that the user moves, with the last request of each. They keep their values until its answer. */
const held = new Map();
const slide = (id, value, text) => {
  if (held.has(id)) return;
  at(id).value = value;
  at(`${id}-value`).textContent = text;
};
const words = {
  soc: (value) => `${Number(value).toFixed(1)} %`,
  current: (value) => `${signed(Number(value), 0)} A`,
  temperature: (value) => `${signed(Number(value), 0)} °C`,
  ambient: (value) => `${signed(Number(value), 0)} °C`,
};

export const showPack = ({ pack, truth, overrides }) => {
  const way = pack.current10mA > 5 ? 'charging' : pack.current10mA < -5 ? 'discharging' : 'idle';
  rows(at('heroes'), [
    [`Charge (true ${(truth.soc * 100).toFixed(1)} %)`, (pack.soc / 10).toFixed(1), '%'],
    ['Pack', (pack.packMv / 1000).toFixed(2), 'V'],
    [`Current, ${way}`, signed(Math.abs(pack.current10mA) / 100, 1), 'A'],
    ['Inside', signed(truth.temperature, 1), '°C'],
  ]);
  showCells(pack.cells);
  at('tripped').hidden = pack.protections === 0;
  at('tripped').textContent = `Tripped: ${named(pack.protections)}`;
  slide('soc', truth.soc * 100, words.soc(truth.soc * 100));
  slide('current', truth.current, words.current(truth.current));
  slide('temperature', truth.temperature, words.temperature(truth.temperature));
  slide('ambient', truth.ambient, words.ambient(truth.ambient));
  at('release').disabled = overrides.current === undefined;
  at('release-ambient').disabled = overrides.ambient === undefined;
};

/** Shows the remaining values, which have no elements of their own. */
export const showState = ({ pack, identity, uptimeS, ptyPath, wsUrl, tcpPort, counters }) => {
  const switches = ['charge', 'discharge'].map(
    (name, bit) => `${name} ${pack.fets & (1 << bit) ? 'closed' : 'open'}`,
  );
  rows(at('values'), [
    ['Switches', switches.join(', ')],
    ['Warnings', named(pack.alarms) || 'none'],
    ['Temperatures reported', pack.temperatures.map((c) => `${c} °C`).join(', ') || 'none'],
    ['Balancing', `${pack.balancing.filter(Boolean).length} cells`],
    ['Uptime', `${uptimeS} s`],
    ['Board', `${identity.serial}, firmware ${identity.firmware ?? 'unknown'}`],
    ['Serial port', ptyPath ?? 'none'],
    ['WebSocket', wsUrl ?? 'none'],
    ...(tcpPort === undefined ? [] : [['TCP port', tcpPort]]),
  ]);
  const spaced = (name) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  rows(
    at('counters'),
    Object.entries(counters).map(([name, count]) => [spaced(name), count.toLocaleString('en')]),
  );
};

/** `show` receives the state after each change. */
export const wirePack = (show) => {
  let last = Promise.resolve();
  // One request after the other, because the order of two on their way is not certain.
  const change = (fields) => {
    const send = async () => {
      const state = await ask('POST', 'pack', fields);
      if (state) show(state);
    };
    return (last = last.then(send, send));
  };
  for (const id of Object.keys(words)) {
    at(id).addEventListener('input', () => {
      held.set(id, undefined);
      at(`${id}-value`).textContent = words[id](at(id).value);
    });
    at(id).addEventListener('change', () => {
      const value = Number(at(id).value);
      const request = change({ [id]: id === 'soc' ? value / 100 : value });
      held.set(id, request);
      void request.finally(() => {
        if (held.get(id) === request) held.delete(id);
      });
    });
  }
  at('release').addEventListener('click', () => void change({ current: null }));
  at('release-ambient').addEventListener('click', () => void change({ ambient: null }));
  at('speed').addEventListener('change', () => void change({ speed: Number(at('speed').value) }));
};
