/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument -- plain script, served as it is: nothing here has types */
// The control page: shows what the simulator tells, asks what the controls say. Text is only ever set as text.
const at = (id) => document.getElementById(id);
const keptLines = 400;
const lines = [];
let rendered = false;

const problem = (text) => {
  at('problem').textContent = text;
  at('problem').hidden = text === '';
};

const ask = async (method, path, body) => {
  try {
    const answer = await fetch(`/control/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = await answer.json();
    problem(answer.ok ? '' : json.error);
    if (json.pack) show(json);
    return json;
  } catch {
    problem('The simulator does not answer. Is it still running?');
    return {};
  }
};

const rows = (list, pairs) => {
  list.replaceChildren(
    ...pairs.flatMap(([name, value]) => {
      const term = document.createElement('dt');
      const detail = document.createElement('dd');
      term.textContent = name;
      detail.textContent = value;
      return [term, detail];
    }),
  );
};

const slide = (id, value, text) => {
  if (document.activeElement !== at(id)) at(id).value = value;
  at(`${id}-value`).textContent = text;
};

const showFaults = (faults) => {
  at('active').replaceChildren(
    ...faults.map(({ id, spec, strikes }) => {
      const item = document.createElement('li');
      const remove = document.createElement('button');
      remove.textContent = 'Remove';
      remove.setAttribute('aria-label', `Remove ${spec.name}`);
      remove.addEventListener('click', () => {
        void ask('DELETE', 'faults', { id });
      });
      item.append(`${spec.name}: struck ${strikes} times`, remove);
      return item;
    }),
  );
};

const show = ({
  plugged,
  pack,
  truth,
  counters,
  scenario,
  speed,
  clients,
  uptimeS,
  faults,
  ptyPath,
}) => {
  at('plugged').textContent = plugged ? 'plugged in' : 'unplugged';
  at('unplug').disabled = !plugged;
  at('plug').disabled = plugged;
  const cells = pack.cells.filter((mv) => mv > 0);
  rows(at('values'), [
    ['Pack voltage', `${(pack.packMv / 1000).toFixed(3)} V`],
    ['Current, positive = charge', `${(pack.current10mA / 100).toFixed(2)} A`],
    ['State of charge, reported', `${(pack.soc / 10).toFixed(1)} %`],
    ['State of charge, true', `${(truth.soc * 100).toFixed(2)} %`],
    ['Cells', `${Math.min(...cells)} to ${Math.max(...cells)} mV`],
    ['Temperature, true', `${truth.temperature.toFixed(1)} °C`],
    ['Protections', pack.protections.toString(16).padStart(4, '0')],
    ['Uptime', `${uptimeS} s`],
    ['Serial port', ptyPath ?? 'none'],
    [
      'Clients',
      Object.keys(clients)
        .filter((name) => clients[name])
        .join(', ') || 'none',
    ],
  ]);
  rows(at('counters'), Object.entries(counters));
  slide('soc', truth.soc * 100, `${(truth.soc * 100).toFixed(1)} %`);
  slide('current', truth.current, `${truth.current.toFixed(1)} A`);
  slide('temperature', truth.temperature, `${truth.temperature.toFixed(0)} °C`);
  if (document.activeElement !== at('scenario')) at('scenario').value = scenario;
  if (document.activeElement !== at('speed')) at('speed').value = String(speed);
  at('shows').textContent = at('scenario').selectedOptions[0]?.title ?? '';
  if (!at('active').contains(document.activeElement)) showFaults(faults);
};

const printable = (text) =>
  text.replaceAll(/[^\x20-\x7e]/g, (char) => {
    const known = { '\r': '␍', '\n': '␊' }[char];
    return known ?? `<${char.charCodeAt(0).toString(16).padStart(2, '0')}>`;
  });

const paint = () => {
  rendered = false;
  if (at('pause').checked) return;
  const box = at('traffic');
  const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 20;
  box.textContent = lines.join('\n');
  if (atEnd) box.scrollTop = box.scrollHeight;
};

const watchTraffic = () => {
  const socket = new WebSocket(`ws://${location.host}/control/traffic`);
  socket.addEventListener('message', ({ data }) => {
    const { direction, ms, transport, text } = JSON.parse(data);
    lines.push(
      `${(ms / 1000).toFixed(3).padStart(10)} ${transport.padEnd(6)} ${direction === 'in' ? '>' : '<'} ${printable(text)}`,
    );
    lines.splice(0, lines.length - keptLines);
    if (!rendered) requestAnimationFrame(paint);
    rendered = true;
  });
  socket.addEventListener('close', () => setTimeout(watchTraffic, 1000));
};

const addFault = (name) => {
  const lasts = at('lasts').value;
  return ask('POST', 'faults', {
    name,
    p: Number(at('chance').value) / 100,
    ...(lasts === '' ? {} : { for: Number(lasts) }),
  });
};

const on = (id, event, act) =>
  at(id).addEventListener(event, ({ target }) => {
    void act(target.value);
  });

const start = async () => {
  const { scenarios = [], faults = [] } = await ask('GET', 'catalogue');
  at('scenario').append(
    ...scenarios.map(({ name, shows }) => Object.assign(new Option(name), { title: shows })),
  );
  at('catalogue').append(
    ...faults.map(({ name, does }) => {
      const button = document.createElement('button');
      button.textContent = name;
      button.title = does;
      button.addEventListener('click', () => {
        void addFault(name);
      });
      return button;
    }),
  );
  for (const name of ['unplug', 'plug', 'reboot']) on(name, 'click', () => ask('POST', name));
  on('clear', 'click', () => ask('DELETE', 'faults'));
  on('release', 'click', () => ask('POST', 'pack', { current: null }));
  on('soc', 'change', (value) => ask('POST', 'pack', { soc: value / 100 }));
  for (const name of ['current', 'temperature', 'speed'])
    on(name, 'change', (value) => ask('POST', 'pack', { [name]: Number(value) }));
  on('scenario', 'change', (name) => ask('POST', 'scenario', { name }));
  watchTraffic();
  await ask('GET', 'state');
  setInterval(() => {
    void ask('GET', 'state');
  }, 1000);
};

await start();
