import { describe, expect, test } from 'vitest';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createHistory } from './history.ts';

const historyOf = (...commands: readonly string[]) => {
  const terminalHistory = JSON.stringify(commands);
  return createHistory(createFakeStorage({ terminalHistory }).openTab());
};

/** Returns the text of the input after each press of ↑ (`u`) or ↓ (`d`), starting with `draft`. */
const walk = (
  history: ReturnType<typeof historyOf>,
  draft: string,
  presses: string,
): readonly string[] => {
  let shown = draft;
  return Array.from(presses, (press) => {
    shown = (press === 'u' ? history.previous(shown) : history.next(shown)) ?? shown;
    return shown;
  });
};

describe('history for a typed beginning', () => {
  test('[TERM-116] the history offers only commands that begin with the typed text, and then the text itself again', () => {
    const history = historyOf('AT+ADATA', 'ATI', 'AT+VB?', 'at+adata', 'ATE0');
    expect(walk(history, 'AT+A', 'uuuddd')).toEqual([
      'at+adata',
      'AT+ADATA',
      'AT+ADATA',
      'at+adata',
      'AT+A',
      'AT+A',
    ]);
  });

  test('[TERM-116] without typed text, the history offers all commands', () => {
    expect(walk(historyOf('AT', 'ATI', 'AT'), '', 'uuuud')).toEqual([
      'AT',
      'ATI',
      'AT',
      'AT',
      'ATI',
    ]);
  });

  test('[TERM-116] a recalled command that the user edits is a new draft, with which the history begins again', () => {
    const history = historyOf('AT+VB=0', 'ATI', 'AT+VB=1');
    expect(walk(history, '', 'u')).toEqual(['AT+VB=1']);
    expect(history.next('AT+VB=')).toBeUndefined();
    expect(walk(history, 'AT+VB=', 'uud')).toEqual(['AT+VB=1', 'AT+VB=0', 'AT+VB=1']);
  });

  test('[TERM-116] a step does not change the text if no other command matches', () => {
    const history = historyOf('ATI', 'AT', 'ATI');
    expect(walk(history, 'ATI', 'u')).toEqual(['ATI']);
    expect(history.previous('XYZ')).toBeUndefined();
  });
});
