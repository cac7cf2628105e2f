import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { HomeScreen } from '../home/HomeScreen.tsx';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { TeachScreen } from './TeachScreen.tsx';

/** 812: percent times ten; 4746: pack; −162: current; 288 and 291: temperatures; cells in millivolts. */
const NUMBERS =
  '812;47460;-162;288;291;3655;3652;3650;3651;3649;3650;3652;3651;3650;3652;3648;3652;3651';
const replyOf = (text: string) => ({ 'AT+ADATA': `\r\n${text}\r\nOK\r\n` });

const choose = async (
  screen: Awaited<ReturnType<typeof renderScreen>>['screen'],
  name: string,
  meaning: string,
) => {
  const select = screen.getByRole('combobox', { name, exact: true });
  await select.click();
  await userEvent.type(select, meaning);
  await userEvent.keyboard('{Enter}');
};

test('[OBD-154] two temperatures get the next free numbers, and Home shows both', async () => {
  const { screen, clock } = await renderScreen(<TeachScreen />, {
    isConnected: true,
    replies: replyOf(NUMBERS),
  });
  await choose(screen, 'Meaning of #4', 'Temperature');
  await choose(screen, 'Meaning of #5', 'Temperature');
  await expect.element(screen.getByRole('spinbutton', { name: 'Number of #4' })).toHaveValue('1');
  await expect.element(screen.getByRole('spinbutton', { name: 'Number of #5' })).toHaveValue('2');
  await screen.getByRole('button', { name: 'Save profile' }).click();
  await expect.element(screen.getByText('Saved and in use.')).toBeVisible();
  await clock.advance(4_000);
});

test('[OBD-154] a number that another field has is an error, and is not saved', async () => {
  const { screen } = await renderScreen(<TeachScreen />, {
    isConnected: true,
    replies: replyOf(NUMBERS),
  });
  await choose(screen, 'Meaning of #4', 'Temperature');
  await choose(screen, 'Meaning of #5', 'Temperature');
  await screen.getByRole('spinbutton', { name: 'Number of #5' }).fill('1');
  await expect
    .element(screen.getByRole('alert').getByText('Temperature 1 is already #4'))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save profile' })).toBeDisabled();
});

test('[OBD-155] selected rows get one meaning at once, numbered in order', async () => {
  const { screen } = await renderScreen(<TeachScreen />, {
    isConnected: true,
    replies: replyOf('11;12;13;14'),
  });
  const boxes = screen.getByRole('table').getByRole('checkbox');
  await boxes.nth(1).click();
  await boxes.nth(2).click();
  await boxes.nth(3).click();
  await choose(screen, 'Meaning of the selected rows', 'Temperature');
  for (const number of [1, 2, 3]) {
    await expect
      .element(screen.getByRole('spinbutton', { name: `Number of #${number}` }))
      .toHaveValue(String(number));
  }
  await expect.element(screen.getByLabelText('Preview of #2')).toHaveTextContent('12.0 °C');
});

test('[OBD-152] the numbers of a reply with mixed separators are marked by hand, and Home reads them', async () => {
  const { screen, clock, core } = await renderScreen(<TeachScreen />, {
    isConnected: true,
    replies: replyOf('Ladestand;812;Zellen>3652|3650<'),
  });
  await expect
    .element(
      screen.getByText('No values recognised in this reply. Mark its numbers by hand below.'),
    )
    .toBeVisible();
  for (const [number, key] of [
    ['812', '#1'],
    ['3652', '#2'],
    ['3650', '#3'],
  ] as const) {
    await screen.getByRole('button', { name: `Mark ${number}, ${key}` }).click();
  }
  await choose(screen, 'Meaning of #1', 'State of charge');
  await choose(screen, 'Meaning of #2', 'Cell voltage');
  await choose(screen, 'Meaning of #3', 'Cell voltage');
  await screen.getByRole('button', { name: 'Save profile' }).click();
  await clock.advance(2_500);
  const data = core.telemetry.liveData$.value;
  expect(data).toMatchObject({
    kind: 'sample',
    sample: { socPercent: 81.2, cellVoltagesV: [3.652, 3.65] },
  });
});

test('[OBD-153] a saved profile does not report another pack, and a temperature keeps its tenths on Home', async () => {
  const { screen, clock, core } = await renderScreen(
    <>
      <TeachScreen />
      <HomeScreen />
    </>,
    {
      isConnected: true,
      replies: replyOf('{"soc":81.2,"v":13.2,"cells":[3.3,3.3,3.3,3.3],"x":29.1}'),
    },
  );
  await clock.advance(4_000);
  const notices: string[] = [];
  core.notices.notices$.subscribe(({ kind }) => notices.push(kind));
  await choose(screen, 'Meaning of x', 'Temperature');
  await screen.getByRole('button', { name: 'Save profile' }).click();
  await clock.advance(6_000);
  expect(notices).not.toContain('anotherPack');
  await expect
    .element(screen.getByRole('group', { name: 'Sensor 1' }))
    .toHaveTextContent('29.1 °C');
});
