import { useState } from 'react';
import { Button, Modal } from 'antd';
import { createFakeStorage } from '@batbot/core/fakes';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
import { KnownDevices } from '../screens/assets/KnownDevices.tsx';

test('[PAGE-231] when a row is removed by keyboard, the focus moves to its list', async () => {
  const metDevices = ['One', 'Two'].map((key) => ({ key, label: key, lastMetAt: 1 }));
  const storage = createFakeStorage({ metDevices: JSON.stringify(metDevices) });
  const { screen } = await renderScreen(<KnownDevices />, { storage });
  const remove = screen.getByRole('button', { name: 'Remove from the list' });
  await expect.poll(() => remove.elements()).toHaveLength(2);
  remove.first().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('list', { name: 'Devices' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(remove).toHaveFocus();
});

const Save = () => {
  const [isOff, setOff] = useState(false);
  return (
    <section aria-label="Form">
      <span role="presentation">
        <Button disabled={isOff} onClick={() => setOff(true)}>
          Save
        </Button>
      </span>
    </section>
  );
};

test('[PAGE-231] when a button is disabled by keyboard, the focus moves to the form', async () => {
  await renderScreen(<Save />);
  page.getByRole('button', { name: 'Save' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('region', { name: 'Form' })).toHaveFocus();
});

const Remove = () => {
  const [isAsking, setAsking] = useState(false);
  const [isGone, setGone] = useState(false);
  return (
    <>
      {!isGone && <Button onClick={() => setAsking(true)}>Delete…</Button>}
      {isAsking && !isGone && <Modal open okText="Delete" onOk={() => setGone(true)} />}
    </>
  );
};

const removeByKeyboard = async (): Promise<void> => {
  const ask = page.getByRole('button', { name: 'Delete…' });
  await expect.element(ask).toBeVisible();
  ask.element().focus();
  await userEvent.keyboard('{Enter}');
  const confirm = page.getByRole('button', { name: 'Delete', exact: true });
  await expect.element(confirm).toBeVisible();
  confirm.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(confirm).not.toBeInTheDocument();
};

test('[PAGE-316] when a question by keyboard removes the control that asked it, the focus moves to the page', async () => {
  await renderScreen(
    <main>
      <Remove />
    </main>,
  );
  await removeByKeyboard();
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('[PAGE-316] if a dialog is open below the question, the focus moves to it', async () => {
  await renderScreen(
    <main>
      <Modal open title="Photos" footer={null}>
        <Remove />
      </Modal>
    </main>,
  );
  await removeByKeyboard();
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')).not.toBe(null);
  await expect.poll(() => document.activeElement?.textContent).toContain('Photos');
});
