import { expect, test } from 'vitest';
import { renderShell } from './render-shell.fixture.tsx';

test('[SYNC-117] if only a part of the packs is copied, the palette says so when nothing matches', async () => {
  const { screen, server, online } = await renderShell('/mainpage/users');
  for (const id of ['a', 'b', 'c']) server.put(id, { id, serial: `BB-${id}` });
  server.limitCopies('asset', 2);
  await online();
  await screen.getByRole('button', { name: /Search/ }).click();
  await screen.getByRole('dialog').getByRole('combobox').fill('BB-c');
  await expect
    .element(screen.getByText(/^Nothing matches “BB-c”\. Only a part of the packs/))
    .toBeVisible();
});
