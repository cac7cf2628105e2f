/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument -- plain script, served as it is: nothing here has types */
// Adding faults with their settings, and the list of active faults.
import { ask, at, element } from './simulator.js';

const groups = {
  reply: 'Spoil replies',
  reading: 'Report wrong values',
  event: 'By itself',
  device: 'When it is changed',
};
let chosen;

let units = {};

const settingText = ({ name, value, p, after, for: lasts, count, every, on }) =>
  [
    name,
    value === undefined ? '' : `${value} ${units[name]}`,
    p === undefined ? '' : `${Math.round(p * 1000) / 10} % of the time`,
    after === undefined ? '' : `after ${after} s`,
    lasts === undefined ? '' : `for ${lasts} s`,
    count === undefined ? '' : count === 1 ? 'once' : `at most ${count} times`,
    every === undefined ? '' : `every ${every} s`,
    on === undefined ? '' : 'polls only',
  ]
    .filter(Boolean)
    .join(', ');

export const showFaults = (faults, show) => {
  at('clear').disabled = faults.length === 0;
  // Rebuilding the list would lose the keyboard focus in it.
  if (
    at('active').contains(document.activeElement) &&
    faults.length === at('active').children.length
  )
    return;
  at('active').replaceChildren(
    ...faults.map(({ id, spec, strikes }) => {
      const item = document.createElement('li');
      const remove = element('button', 'Remove');
      remove.type = 'button';
      remove.setAttribute('aria-label', `Remove ${spec.name}`);
      remove.addEventListener('click', () => {
        remove.blur();
        void ask('DELETE', 'faults', { id }).then(show);
      });
      item.append(element('span', `${settingText(spec)} · struck ${strikes} ×`), remove);
      return item;
    }),
  );
};

const choose = (fault) => {
  chosen = fault;
  for (const button of at('catalogue').querySelectorAll('button'))
    button.setAttribute('aria-pressed', String(button.textContent === fault.name));
  at('does').textContent = `${fault.name}: ${fault.does}`;
  at('value-field').hidden = fault.unit === '';
  at('value-unit').textContent = fault.unit;
  at('value').value = fault.value;
  at('every-field').hidden = fault.kind !== 'event';
  at('polls-field').hidden = fault.kind !== 'reply';
};

const given = (id) => (at(id).value === '' ? undefined : Number(at(id).value));

const start = (show, more = {}) => {
  const spec = {
    name: chosen.name,
    value: chosen.unit === '' ? undefined : given('value'),
    p: given('chance') === 100 ? undefined : (given('chance') ?? 100) / 100,
    after: given('after'),
    for: given('lasts'),
    count: given('count'),
    every: chosen.kind === 'event' ? given('every') : undefined,
    on: chosen.kind === 'reply' && at('polls').checked ? 'polls' : undefined,
    ...more,
  };
  return ask('POST', 'faults', spec).then((added) => added && ask('GET', 'state').then(show));
};

/** `show` receives the state after each change. */
export const wireFaults = (catalogue, show) => {
  for (const [kind, title] of Object.entries(groups)) {
    const group = document.createElement('div');
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', title);
    group.append(
      ...catalogue
        .filter((fault) => fault.kind === kind)
        .map((fault) => {
          const button = element('button', fault.name);
          button.type = 'button';
          button.title = fault.does;
          button.addEventListener('click', () => choose(fault));
          return button;
        }),
    );
    const part = document.createElement('div');
    part.append(element('h3', title), group);
    at('catalogue').append(part);
  }
  units = Object.fromEntries(catalogue.map(({ name, unit }) => [name, unit]));
  if (catalogue[0]) choose(catalogue[0]);
  at('fault').addEventListener('submit', (event) => {
    event.preventDefault();
    void start(show);
  });
  at('once').addEventListener('click', () => {
    if (at('fault').reportValidity()) void start(show, { count: 1 });
  });
  at('clear').addEventListener('click', () => void ask('DELETE', 'faults').then(show));
};
