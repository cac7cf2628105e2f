import { describe, expect, test } from 'vitest';
import { STATEMENT } from './sealing.fixture.ts';
import { readStatement, sealedText, statementLine } from './statement.ts';

const KEY = Uint8Array.of(1, 2, 0xab);
const written = () => JSON.parse(statementLine(STATEMENT, KEY)) as Record<string, unknown>; // it is an object
const withChanges = (change: object): string => {
  const { seal, ...header } = written();
  return JSON.stringify({ ...header, seal: Object.assign(seal ?? {}, change) });
};

describe('line 1 of a sealed file', () => {
  test('[REC-80] the statement and the key are read as they were written', () => {
    const follows = { ...STATEMENT, session: { ...STATEMENT.session, follows: 's0' } };
    for (const statement of [STATEMENT, follows])
      expect(readStatement(statementLine(statement, KEY))).toEqual({
        kind: 'sealed',
        statement,
        publicKey: KEY,
      });
  });

  test('[REC-86] missing and unreadable values are empty or 0, and the others are shown', () => {
    const { name: _, ...header } = written();
    const seal = {
      version: 1,
      key: '0102ab',
      sealedAt: 5,
      app: null,
      session: { finished: 'yes', samples: '3', durationMs: 60 },
      device: 'x',
      pack: [],
      technician: { userId: 7, name: 'Ada' },
      extra: 1,
    };
    const line = JSON.stringify({ ...header, startedAt: null, device: 1, baudRate: '9600', seal });
    expect(readStatement(line)).toEqual({
      kind: 'sealed',
      publicKey: KEY,
      statement: {
        sealedAt: '',
        app: '',
        session: {
          id: '',
          name: '',
          startedAt: '',
          durationMs: 60,
          samples: 0,
          finished: false,
          damaged: 0,
        },
        device: { label: '', baudRate: 0 },
        pack: { cells: 0, temperatures: 0 },
        technician: { userId: '', name: 'Ada' },
      },
    });
  });

  test('[REC-86] a key that is not lower-case hexadecimal is not read', () => {
    for (const key of ['0102AB', '010', 'xy', 5, null])
      expect([key, readStatement(withChanges({ key })).kind]).toEqual([key, 'unknown']);
  });

  test('[REC-86] any other version than 1 is reported as such', () => {
    for (const version of [0, 2, '1', null])
      expect([version, readStatement(withChanges({ version })).kind]).toEqual([version, 'version']);
  });

  test('[REC-86] a text is one visible line of at most 200 characters', () => {
    expect(sealedText(' Bus\n12\u202E\u0007 ')).toBe('Bus 12');
    expect(sealedText('x'.repeat(300))).toBe('x'.repeat(200));
  });
});
