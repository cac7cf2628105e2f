import { expect, test } from 'vitest';
import { createPalette } from '@batbot/core';
import { createFakeStorage } from '@batbot/core/fakes';
import { draftOf, EMPTY_PARAMETER, entryOf } from './entry-form.ts';

test('[TERM-115] a form is converted to an entry, and the entry back to the same form', () => {
  const palette = createPalette(createFakeStorage().openTab());
  const draft = {
    ...draftOf(),
    head: 'AT+LIM=',
    name: 'Limit',
    parameters: [
      { ...EMPTY_PARAMETER, name: 'mv', max: '5000', unit: 'mV', default: '3650' },
      { ...EMPTY_PARAMETER, name: 'side', kind: 'enum' as const, values: 'L low,  H' },
      { ...EMPTY_PARAMETER, name: 'note', kind: 'text' as const, optional: true },
    ],
  };
  expect(palette.save(entryOf(draft)).ok).toBe(true);
  const [entry] = palette.own$.value;
  expect(entry?.parameters).toMatchObject([
    { kind: 'integer', min: 0, max: 5000, unit: 'mV', default: '3650' },
    {
      kind: 'enum',
      values: [
        { value: 'L', help: 'low' },
        { value: 'H', help: '' },
      ],
    },
    { kind: 'text', maxLength: 32, optional: true },
  ]);
  expect(palette.save(entryOf(draftOf(entry)), 'AT+LIM=').ok).toBe(true);
  expect(palette.own$.value).toEqual([entry]);
});

test('[TERM-252] values that the form cannot write stay as they are when something else is changed', () => {
  const palette = createPalette(createFakeStorage().openTab());
  const values = [
    { value: 'A B', help: 'fast, but loud' },
    { value: 'C', help: '' },
  ];
  palette.importFile(
    JSON.stringify({
      commands: [{ head: 'AT+FAN=', parameters: [{ name: 'mode', kind: 'enum', values }] }],
    }),
  );
  const draft = { ...draftOf(palette.own$.value[0]), help: 'The fan.' };
  expect(palette.save(entryOf(draft), 'AT+FAN=').ok).toBe(true);
  expect(palette.own$.value).toMatchObject([{ help: 'The fan.', parameters: [{ values }] }]);
});

test('[TERM-115] an empty limit is an error and not zero', () => {
  const palette = createPalette(createFakeStorage().openTab());
  const parameters = [{ ...EMPTY_PARAMETER, name: 'mv', min: ' ' }];
  expect(palette.save(entryOf({ ...draftOf(), head: 'A', parameters }))).toMatchObject({
    ok: false,
    error: { problem: 'must be a whole number' },
  });
});
