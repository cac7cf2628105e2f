import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { loadBuiltIn } from '@batbot/core/profiles';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import type { InvalidTexts } from './JsonPart.tsx';
import { TeachScreen } from './TeachScreen.tsx';
import { VectorsPart } from './VectorsPart.tsx';

const openPart = (
  screen: Awaited<ReturnType<typeof renderScreen>>['screen'],
  name: string | RegExp,
) => screen.getByRole('button', { name, exact: true }).click();

const Toggled = () => {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Other tab
      </button>
      {isOpen && <TeachScreen />}
    </>
  );
};

test('[OBD-338] the text of an invalid part is kept while another tab is shown', async () => {
  const { screen } = await renderScreen(<Toggled />, {
    isConnected: true,
    replies: { 'AT+ADATA': '\r\n{"soc":81.2,"v":13.2}\r\nOK\r\n' },
  });
  await openPart(screen, 'Frame and checksum');
  const part = screen.getByRole('textbox', { name: 'Frame and checksum as JSON' });
  await part.fill('{ "frame": ');
  const other = screen.getByRole('button', { name: 'Other tab' });
  await other.click();
  await expect.element(part).not.toBeInTheDocument();
  await other.click();
  await expect
    .element(screen.getByText('Frame and checksum as JSON: is not valid JSON'))
    .toBeVisible();
  await openPart(screen, 'Frame and checksum');
  await expect.element(part).toHaveValue('{ "frame": ');
  await expect.element(screen.getByRole('alert').getByText('is not valid JSON')).toBeVisible();
  await screen.getByRole('button', { name: 'Discard changes' }).click();
  await openPart(screen, 'Frame and checksum');
  await expect.element(part).toHaveValue('{\n  "frame": {\n    "split": "reply"\n  }\n}');
});

test('[OBD-384] the field of a record in JSON keeps the focus while its id is typed', async () => {
  const { screen } = await renderScreen(<TeachScreen />, { isConnected: true });
  await screen.getByRole('combobox', { name: 'Add a record' }).click();
  await page.getByTitle('Values by position').click();
  const before = screen.getByRole('textbox', { name: 'Record fields-1 as JSON' });
  await expect.element(before).toBeVisible();
  const text = (before.element() as HTMLTextAreaElement).value;
  await before.fill(text.replace('fields-1', 'battery'));
  const after = screen.getByRole('textbox', { name: 'Record battery as JSON' });
  await expect.element(after).toHaveFocus();
});

test('[OBD-384] the rows that are selected in a removed record are not selected in the next one', async () => {
  const { screen } = await renderScreen(<TeachScreen />, {
    isConnected: true,
    replies: { 'AT+ADATA': '\r\n{"soc":81.2,"v":13.2}\r\nOK\r\n' },
  });
  await screen.getByRole('combobox', { name: 'Add a record' }).click();
  await page.getByTitle('Fields of a reply').click();
  const records = screen.getByRole('region', { name: /^Record / });
  await expect.poll(() => records.elements()).toHaveLength(2);
  await records.first().getByRole('checkbox').last().click();
  await expect.element(records.first().getByText('1 row selected')).toBeVisible();
  await screen
    .getByRole('button', { name: /^Remove the record/ })
    .first()
    .click();
  await expect.poll(() => records.elements()).toHaveLength(1);
  await expect.element(records.getByText('Select rows to give them one meaning')).toBeVisible();
});

test('[OBD-381] an invalid text of a test vector stays with its vector when another one is removed or has the same name', async () => {
  const jbd = await loadBuiltIn('jbd');
  const [vector] = jbd?.tests ?? [];
  if (jbd === undefined || vector === undefined) throw new Error('jbd has no test vector');
  const { name: _, ...unnamed } = vector;
  const Vectors = () => {
    const [profile, setProfile] = useState({ ...jbd, tests: [unnamed, unnamed, vector, vector] });
    const [invalid, setInvalid] = useState<InvalidTexts>(new Map());
    return (
      <VectorsPart
        profile={profile}
        shown={undefined}
        onChange={(next) => setProfile({ ...next, tests: [...next.tests] })}
        onRaw={() => undefined}
        invalid={invalid}
        onInvalid={(label, text) =>
          setInvalid(
            new Map([
              ...[...invalid].filter(([each]) => each !== label),
              ...(text === undefined ? [] : [[label, text] as const]),
            ]),
          )
        }
      />
    );
  };
  const { screen } = await renderScreen(<Vectors />);
  const texts = screen.getByRole('textbox');
  const shown = (): readonly string[] =>
    texts.elements().map((each) => (each as HTMLTextAreaElement).value.slice(0, 12));
  const valid = '{\n  "bytes":';
  await texts.nth(1).fill('{ "second": ');
  await texts.nth(3).fill('{ "fourth": ');
  await expect.poll(shown).toEqual([valid, '{ "second": ', valid, '{ "fourth": ']);
  await screen.getByRole('button', { name: 'Remove Vector 1' }).click();
  await expect.poll(shown).toEqual(['{ "second": ', valid, '{ "fourth": ']);
  await screen.getByRole('button', { name: 'Remove Vector 2' }).click();
  await screen.getByRole('button', { name: `Remove ${vector.name ?? ''} (2)` }).click();
  await expect.poll(shown).toEqual([valid]);
});

test('[OBD-371] the reply to a poll is not listed as sent by itself', async () => {
  const { screen, clock } = await renderScreen(<TeachScreen />, {
    isConnected: true,
    replies: { 'AT+ADATA': '\r\n{"soc":81.2,"v":13.2}\r\nOK\r\n' },
  });
  await expect.element(screen.getByRole('combobox', { name: 'Reply shown' })).toBeVisible();
  await clock.advance(5_000);
  await screen.getByRole('combobox', { name: 'Reply shown' }).click();
  await expect.element(page.getByTitle('Reply to AT+ADATA').last()).toBeVisible();
  expect(page.getByTitle('Sent by itself').elements()).toEqual([]);
});
