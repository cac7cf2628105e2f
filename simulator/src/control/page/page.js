/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-argument -- plain script, served as it is: nothing here has types */
// The control page: shows the state of the simulator and sends the requests of the controls.
import { showFaults, wireFaults } from './faults.js';
import { showPack, showState, wirePack } from './pack.js';
import { ask, at, device } from './simulator.js';
import { wireTraffic } from './traffic.js';

const show = (state) => {
  if (!state) return;
  const { plugged, clients, scenario, speed, faults, devices } = state;
  at('plugged').textContent = plugged ? 'plugged in' : 'unplugged';
  at('plugged').className = `pill ${plugged ? 'on' : 'off'}`;
  const open = Object.keys(clients).filter((name) => clients[name]);
  at('clients').textContent = open.length > 0 ? `open by ${open.join(', ')}` : 'no client';
  at('clients').className = `pill ${open.length > 0 ? 'on' : ''}`;
  at('unplug').disabled = !plugged;
  at('plug').disabled = plugged;
  at('rename').disabled = plugged;
  at('send-bulk').disabled = open.length === 0;
  at('devices').hidden = devices === 1;
  at('device').max = devices;
  if (document.activeElement !== at('device')) at('device').value = device;
  showPack(state);
  showState(state);
  if (document.activeElement !== at('scenario')) at('scenario').value = scenario;
  if (document.activeElement !== at('speed')) at('speed').value = String(speed);
  at('shows').textContent = at('scenario').selectedOptions[0]?.title ?? '';
  showFaults(faults, show);
};

const press = (id, path, body) =>
  at(id).addEventListener('click', () => void ask('POST', path, body).then(show));

const sendBulk = async () => {
  at('bulk-result').textContent = 'Sending …';
  const done = await ask('POST', 'bulk', { bytes: Number(at('megabytes').value) * 1e6 });
  at('bulk-result').textContent = done
    ? `${done.outcome === 'sent' ? 'Sent' : 'The client left after'} ${(done.sent / 1e6).toFixed(1)} MB in ${done.seconds.toFixed(1)} s: ${(done.sent / 1e6 / done.seconds).toFixed(1)} MB/s`
    : '';
};

const start = async () => {
  const { scenarios, faults } = (await ask('GET', 'catalogue')) ?? { scenarios: [], faults: [] };
  at('scenario').append(
    ...scenarios.map(({ name, shows }) => Object.assign(new Option(name), { title: shows })),
  );
  wireFaults(faults, show);
  wirePack(show);
  wireTraffic();
  press('unplug', 'unplug');
  press('plug', 'plug');
  press('rename', 'plug', { renamed: true });
  press('reboot', 'reboot');
  at('scenario').addEventListener('change', () => {
    void ask('POST', 'scenario', { name: at('scenario').value }).then(show);
  });
  at('device').addEventListener('change', () => {
    if (at('device').reportValidity()) location.search = `?device=${at('device').value}`;
  });
  at('bulk').addEventListener('submit', (event) => {
    event.preventDefault();
    void sendBulk();
  });
  const refresh = async () => {
    show(await ask('GET', 'state'));
    setTimeout(() => void refresh(), 500);
  };
  await refresh();
};

await start();
