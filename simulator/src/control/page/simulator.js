/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument -- plain script, served as it is: nothing here has types */
// Functions that every part of the page needs: access to elements, and requests to the simulator.

export const at = (id) => document.getElementById(id);

export const element = (tag, text, className = '') =>
  Object.assign(document.createElement(tag), { textContent: text, className });

/** Number of the device that the page shows, from 1: `?device=7`. */
export const device = Number(new URLSearchParams(location.search).get('device') ?? 1);

const report = (text) => {
  at('problem').textContent = text;
  at('problem').hidden = text === '';
};

/**
 * Sends a request to the simulator. Returns its JSON, or undefined after it has shown the error on the page. `quiet`:
 * shows no message on success.
 */
export const ask = async (method, path, body) => {
  try {
    const answer = await fetch(`/control/${device}/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = await answer.json();
    if (!answer.ok) report(`That did not work: ${json.error}.`);
    else if (method !== 'GET' || at('problem').dataset.lost) report('');
    delete at('problem').dataset.lost;
    return answer.ok ? json : undefined;
  } catch {
    report('The simulator does not answer. Is it still running?');
    at('problem').dataset.lost = 'yes';
    return undefined;
  }
};
