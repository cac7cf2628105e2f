import { describe, expect, it } from 'vitest';
import { weaknessOf } from './password-rules.ts';

describe('weaknessOf', () => {
  it.each([
    'short',
    'passwordpassword',
    'techniciantechnician',
    '            ',
    'P@ssw0rd1234',
    'qwertyuiop12',
    '123456789012',
    'abcabcabcabc',
    'Welcome2026!!!!!',
    'batbot-battery-demo',
    'ada.lovelace-works',
    '1qaz2wsx3edc',
    'zyxwvutsrqpo',
  ])('[SE-34] refuses "%s"', (password) => {
    expect(weaknessOf(password, ['ada', 'lovelace@works.example'])).toBeDefined();
  });

  it.each([
    'four quiet rivers run',
    'xK7#mQ2vLp9z',
    'Streuobstwiesenzaun',
    'my password is a long riddle',
    '不容易猜到的密码需要十二个字',
  ])('[SE-34] accepts "%s"', (password) => {
    expect(weaknessOf(password, ['ada', 'ada@works.example'])).toBeUndefined();
  });
});
