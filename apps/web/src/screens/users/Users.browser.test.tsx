import { useNavigate } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { makeOneTimeLink } from './one-time-link.ts';
import { UsersScreen } from './UsersScreen.tsx';

const account = (userName: string, parentId: string | undefined, more: object = {}) => ({
  userName,
  email: `${userName}@works.example`,
  active: true,
  hasPassword: true,
  parentId,
  flags: [],
  effectiveFlags: ['battAccess', 'terminal'],
  userLevel: '',
  maxSubUsers: null,
  packCount: 2,
  companyName: 'Works',
  phoneNumber: '',
  ...more,
});

const show = async (search = '', own: object = {}) => {
  const rendered = await renderScreen(<UsersScreen />, { path: `/mainpage/users${search}` });
  const { server, online } = rendered;
  server.put('technician', account('technician', undefined, own));
  server.put('client', account('client', 'technician', { userLevel: 'Client' }));
  server.put('depot', account('depot', 'client', { seenAt: '2026-06-01T10:00:00Z' }));
  server.put('other', account('other', 'technician', { active: false }));
  server.put('level', {
    kind: 'LEVEL_PRESET',
    ownerId: 'technician',
    name: 'Depot',
    state: 'RELEASED',
    body: { flags: ['battAccess', 'service'], maxSubUsers: 3 },
  });
  await online();
  return rendered;
};
const LIST = '?view=accounts';

test('[PAGE-89] the long name of an account ends with an ellipsis', async () => {
  await page.viewport(1280, 800);
  const { screen, server, online } = await show(LIST);
  const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamte';
  server.put('long', account(name, 'client'));
  await online();
  const shown = screen.getByTitle(name);
  await expect.element(shown).toBeVisible();
  const { clientWidth, scrollWidth } = shown.element();
  expect(scrollWidth).toBeGreaterThan(clientWidth);
  expect(getComputedStyle(shown.element()).textOverflow).toBe('ellipsis');
});

test('[SYNC-22] the accounts below the user are listed in the order of the tree', async () => {
  const { screen, address } = await show();
  await expect.element(screen.getByRole('heading', { name: 'Permissions' })).toBeVisible();
  await screen.getByTitle('Sub-users').click();
  await expect.element(address).toHaveTextContent('/mainpage/users?view=accounts');
  await expect.element(screen.getByRole('row', { name: /depot/ })).toBeVisible();
  const rows = screen.getByRole('row').elements();
  expect(
    rows.map(({ textContent }) => /technician|client|depot|other/.exec(textContent)?.[0]),
  ).toEqual([undefined, 'technician', 'client', 'depot', 'other']);
  await expect.element(screen.getByRole('row', { name: /technician.*8/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /other.*—.*Not active/ })).toBeVisible();
});

test('[SYNC-22] the profile and the tree count the same sub-users', async () => {
  const { screen } = await show(`${LIST}&id=technician`);
  const detail = screen.getByRole('region', { name: 'technician' });
  await expect.element(detail.getByText('3, no limit')).toBeVisible();
  await screen.getByTitle('My profile').click();
  await expect.element(screen.getByText('3, of which 2 directly below')).toBeVisible();
});

test('[SYNC-22] the profile counts no sub-users of a tree of which only a part is copied', async () => {
  const { screen, server, workspace, clock } = await show();
  server.limitCopies('account', 3);
  server.forgetCursors();
  workspace.sync.run();
  await clock.settle();
  await expect.element(screen.getByText(/^\d+ directly below$/)).toBeVisible();
});

test('[SYNC-22] a user who may have no sub-users sees only the profile', async () => {
  const rendered = await renderScreen(<UsersScreen />, { path: '/mainpage/users' });
  rendered.server.put('technician', account('technician', 'above', { maxSubUsers: 0 }));
  await rendered.online();
  await expect
    .element(rendered.screen.getByRole('button', { name: /Change password/ }))
    .toBeEnabled();
  expect(rendered.screen.getByTitle('Sub-users').query()).toBe(null);
});

test('[SYNC-9] on a server without the workspace, one line reports that it offers no sub-users', async () => {
  const { screen, server, sync } = await renderScreen(<UsersScreen />, {
    path: '/mainpage/users',
  });
  server.fail('notOffered');
  await sync();
  await expect.element(screen.getByText(/^This server offers no list of sub-users/)).toBeVisible();
  await expect.element(screen.getByText('3 directly below')).toBeVisible();
  await expect.element(screen.getByText('0 of 15').or(screen.getByText(/of 15/))).toBeVisible();
});

test('[SYNC-22] each permission is explained, and a level sets the permissions that can be granted', async () => {
  const { screen, server, clock } = await show(`${LIST}&id=client&tab=rights`);
  const list = screen.getByRole('list', { name: 'Permissions' });
  await expect.element(list.getByText('cannot grant: you lack it').first()).toBeVisible();
  await expect.element(screen.getByRole('checkbox', { name: /^Service/ })).toBeDisabled();
  await screen.getByRole('checkbox', { name: /^Terminal/ }).click();
  await expect.element(screen.getByRole('checkbox', { name: /^Terminal added/ })).toBeChecked();
  await screen.getByRole('combobox', { name: 'Level' }).last().click();
  await screen.getByTitle('Depot', { exact: true }).click();
  await expect
    .element(screen.getByRole('checkbox', { name: /^Assets from level Depot/ }))
    .toBeChecked();
  await screen.getByRole('button', { name: 'Save rights' }).click();
  await clock.settle();
  expect(server.rows().get('client')?.values).toMatchObject({
    userLevel: 'Depot',
    flags: ['battAccess'],
    maxSubUsers: 3,
  });
  await expect.element(screen.getByRole('button', { name: 'Save rights' })).toBeDisabled();
});

const openLevels = async ({ screen }: Awaited<ReturnType<typeof show>>) => {
  await screen.getByRole('button', { name: 'Users: options' }).click();
  await screen.getByRole('menuitem', { name: 'Levels…' }).click();
  return screen.getByRole('dialog', { name: 'Levels' });
};

test('[SYNC-27] a level is changed, but not beyond the rights of the user', async () => {
  const rendered = await show(LIST);
  const { server, clock } = rendered;
  const dialog = await openLevels(rendered);
  await expect.element(dialog.getByRole('checkbox', { name: /^Analytics/ })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: /^Terminal/ }).click();
  await dialog.getByRole('button', { name: 'Save level' }).click();
  await clock.settle();
  const level = () => server.rows().get('level')?.values;
  expect(level()).toMatchObject({
    name: 'Depot',
    state: 'RELEASED',
    body: { flags: ['battAccess', 'service', 'terminal'], maxSubUsers: 3 },
  });
  await expect.element(dialog.getByRole('checkbox', { name: /^Terminal/ })).toBeChecked();
});

test('[SYNC-27] a level is withdrawn; a level of an account above is read-only', async () => {
  const rendered = await show(LIST);
  const { server, clock, sync } = rendered;
  const dialog = await openLevels(rendered);
  const withdraw = dialog.getByRole('button', { name: 'Withdraw level' });
  await expect.element(withdraw).toBeVisible();
  server.put('level', { ownerId: undefined });
  await sync();
  await expect.element(dialog.getByText('An account above defined this level.')).toBeVisible();
  await expect.element(dialog.getByRole('checkbox', { name: /^Assets/ })).toBeDisabled();
  expect(withdraw.query()).toBe(null);
  server.put('level', { ownerId: 'technician' });
  await sync();
  await withdraw.click();
  await clock.settle();
  expect(server.applied().at(-1)).toMatchObject({ kind: 'retireDocument', input: { id: 'level' } });
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible();
});

test('[SYNC-27] a new level needs a name that no other level has', async () => {
  const rendered = await show(LIST);
  const dialog = await openLevels(rendered);
  await dialog.getByRole('combobox', { name: 'Level' }).click();
  await rendered.screen.getByTitle('New level…').click();
  const name = dialog.getByRole('textbox', { name: 'Name' });
  const save = dialog.getByRole('button', { name: 'Save level' });
  await dialog.getByRole('checkbox', { name: /^Assets/ }).click();
  await save.click();
  await expect.element(dialog.getByText('Enter a name.')).toBeVisible();
  await name.fill(' Depot ');
  await save.click();
  await expect.element(dialog.getByText(/level with this name already/)).toBeVisible();
  await name.fill('Workshop');
  await save.click();
  await rendered.clock.settle();
  expect(rendered.server.applied().at(-1)).toMatchObject({
    kind: 'publishDocument',
    input: { name: 'Workshop', body: { flags: ['battAccess'], maxSubUsers: 0 }, state: 'RELEASED' },
  });
});

test('[SYNC-28] [SYNC-80] "What they see" shows the tabs, packs and accounts of an account as far as its rights go', async () => {
  const { screen, server, sync } = await show(`${LIST}&id=client&tab=view`);
  server.put('p1', { serial: 'SN-1', ownerId: 'client' });
  server.put('p2', { serial: 'SN-2', ownerId: 'depot' });
  server.put('p3', { serial: 'SN-3', ownerId: 'other' });
  server.put('d1', { serial: 'DEV-1', kind: 'OBD', ownerId: 'client' });
  server.put('p4', { serial: 'SN-4', ownerId: 'client', state: 'SCRAPPED' });
  await sync();
  const detail = screen.getByRole('region', { name: 'client' });
  await expect.element(detail.getByText('Assets, Terminal, Support, Users')).toBeVisible();
  await expect
    .element(detail.getByText('4 packs, of which 2 are not copied to this computer'))
    .toBeVisible();
  await expect
    .element(detail.getByRole('link', { name: 'SN-2' }))
    .toHaveAttribute('href', '/mainpage/assets?id=p2');
  await expect.element(detail.getByRole('link', { name: 'SN-1' })).toBeVisible();
  for (const name of ['SN-3', 'SN-4', 'DEV-1']) expect(detail.getByText(name).query()).toBe(null);
  server.put('client', { effectiveFlags: ['terminal'], active: false });
  await sync();
  await expect.element(detail.getByText(/lacks the permission Assets/)).toBeVisible();
  await expect.element(detail.getByText('client cannot log in now: not active.')).toBeVisible();
  expect(detail.getByRole('link', { name: 'SN-1' }).query()).toBe(null);
});

test('[SYNC-21] a change on an old version is refused with a message, and the chosen rights are kept', async () => {
  const { screen, server, clock } = await show(`${LIST}&id=client&tab=rights`);
  await screen.getByRole('checkbox', { name: /^Terminal/ }).click();
  server.put('client', { companyName: 'Changed meanwhile' });
  await screen.getByRole('button', { name: 'Save rights' }).click();
  await clock.settle();
  await expect.element(screen.getByRole('alert').getByText(/Somebody changed it/)).toBeVisible();
  await expect.element(screen.getByRole('checkbox', { name: /^Terminal/ })).toBeChecked();
  await screen.getByRole('button', { name: 'Save rights' }).click();
  await clock.settle();
  expect(server.rows().get('client')?.values['flags']).toEqual(['terminal']);
});

test('[SYNC-36] rights that somebody changed while the editor is open are not silently changed back', async () => {
  const { screen, server, clock, sync } = await show(`${LIST}&id=client&tab=rights`);
  await screen.getByRole('checkbox', { name: /^Terminal/ }).click();
  server.put('client', { flags: [] });
  await sync();
  await screen.getByRole('button', { name: 'Save rights' }).click();
  await clock.settle();
  await expect.element(screen.getByRole('alert').getByText(/Somebody changed it/)).toBeVisible();
  expect(server.rows().get('client')?.values['flags']).toEqual([]);
});

test('[SYNC-21] deactivating asks for confirmation and shows the number of affected accounts', async () => {
  const { screen, server, clock } = await show(`${LIST}&id=client`);
  await screen.getByRole('button', { name: 'Deactivate…' }).click();
  await expect.element(screen.getByText(/This affects 2 accounts/)).toBeVisible();
  expect(server.rows().get('client')?.values['active']).toBe(true);
  await screen.getByRole('button', { name: 'Deactivate 2 accounts' }).click();
  await clock.settle();
  expect(server.rows().get('client')?.values['active']).toBe(false);
  await expect.element(screen.getByRole('button', { name: 'Activate…' })).toBeVisible();
  await screen.getByRole('row', { name: /depot/ }).click();
  await expect.element(screen.getByText('Blocked: client is not active')).toBeVisible();
});

test('[SYNC-88] confirming a deactivation does not activate an account that somebody else has deactivated meanwhile', async () => {
  const { screen, server, workspace, sync, clock } = await show(`${LIST}&id=client`);
  await screen.getByRole('button', { name: 'Deactivate…' }).click();
  server.put('client', account('client', 'technician', { active: false }));
  await sync();
  const isActive = () => workspace.rows$.value.find(({ id }) => id === 'client')?.row['active'];
  await expect.poll(isActive).toBe(false);
  await screen.getByRole('button', { name: 'Deactivate 2 accounts' }).click();
  await clock.settle();
  await expect.element(screen.getByText('Somebody changed it meanwhile.')).toBeVisible();
  expect(server.rows().get('client')?.values['active']).toBe(false);
});

test('[SYNC-22] a move offers only accounts that cause no cycle', async () => {
  const { screen, server, clock } = await show(`${LIST}&id=client`);
  await screen.getByRole('button', { name: 'Move…' }).click();
  await screen.getByRole('combobox', { name: 'Move below' }).click();
  await expect.element(screen.getByTitle('other', { exact: true }).last()).toBeVisible();
  const offered = document.querySelectorAll('.ant-select-item-option');
  expect([...offered].map(({ textContent }) => textContent)).toEqual(['other']);
  await screen.getByTitle('other', { exact: true }).last().click();
  await screen.getByRole('button', { name: 'Move 2 accounts' }).click();
  await clock.settle();
  expect(server.rows().get('client')?.values['parentId']).toBe('other');
});

test('[SYNC-21] while the server is unreachable, the tree is read-only and shows the reason', async () => {
  const { screen, server, sync } = await show(`${LIST}&id=client`);
  server.fail('unreachable');
  await sync();
  await expect.element(screen.getByText('Nothing can be changed now.')).toBeVisible();
  await expect
    .element(screen.getByText(/^The server does not answer\. Accounts can be changed only/))
    .toBeVisible();
  for (const name of ['Deactivate…', 'Move…', 'New one-time link', 'Invite'])
    await expect.element(screen.getByRole('button', { name })).toBeDisabled();
  await expect.element(screen.getByRole('row', { name: /depot/ })).toBeVisible();
});

test('[PAGE-359] after the session on the server has ended, the list of accounts and the profile offer to log in again', async () => {
  const { screen, server, sync } = await show(LIST);
  server.fail('expired');
  await sync();
  await expect.element(screen.getByText(/Your session on the server has ended/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Log in again' })).toBeEnabled();
  await expect.element(screen.getByRole('button', { name: 'Invite' })).toBeDisabled();
  await screen.getByTitle('My profile').click();
  await expect.element(screen.getByRole('button', { name: 'Log in again' })).toBeEnabled();
});

test('[SYNC-23] an invitation adds the account and shows its link once', async () => {
  const { screen, server, clock, address } = await show(LIST);
  await screen.getByRole('button', { name: 'Invite' }).click();
  await screen.getByRole('button', { name: 'Make the invitation' }).click();
  await expect.element(screen.getByText('Enter an email address.')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Email address' }).fill('nora@fleet.example');
  await screen.getByRole('button', { name: 'Make the invitation' }).click();
  const link = screen.getByRole('textbox', { name: 'One-time link' });
  await expect
    .poll(() => (link.query() as HTMLInputElement | null)?.value)
    .toContain('/invitation#');
  await clock.settle();
  const [, added] = [...server.rows()].find(
    ([, { values }]) => values['email'] === 'nora@fleet.example',
  ) ?? ['', undefined];
  expect(added?.values).toMatchObject({ userName: 'nora@fleet.example', parentId: 'technician' });
  const token = /token=([0-9a-f]{64})/.exec((link.element() as HTMLInputElement).value)?.[1] ?? '';
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  expect(added?.values['tokenHash']).toBe(hex);
  await screen.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.element(address).toHaveTextContent('id=');
  await expect.poll(() => link.query()).toBe(null);
});

test('[SYNC-23] an invitation with a taken email address says so, and the texts are kept', async () => {
  const { screen, server } = await show(LIST);
  server.refuse('putAccount', { code: 'NAME_TAKEN', field: 'email' });
  await screen.getByRole('button', { name: 'Invite' }).click();
  const email = screen.getByRole('textbox', { name: 'Email address' });
  await email.fill('nora@fleet.example');
  await screen.getByRole('button', { name: 'Make the invitation' }).click();
  await expect
    .element(screen.getByText('Another account has this email address.', { exact: true }))
    .toBeVisible();
  await expect.element(email).toHaveValue('nora@fleet.example');
});

test('[SYNC-22] the timeline of an account contains only its own events', async () => {
  const { screen, server, sync } = await show(`${LIST}&id=client&tab=timeline`);
  await expect.element(screen.getByText(/^No changes are known/)).toBeVisible();
  const event = (subjectId: string) => ({
    at: '2026-06-01T10:00:00Z',
    receivedAt: '2026-06-01T10:00:00Z',
    actorName: 'ada',
    topic: 'ACCOUNT',
    kind: 'setAccountActive',
    subjectId,
    body: { before: { active: true }, after: { active: false } },
  });
  server.put('e1', event('client'));
  server.put('e2', event('depot'));
  server.limitCopies('event', 0); // the server is asked for them
  server.forgetCursors();
  await sync();
  await expect.element(screen.getByText(/^Account deactivated.*ada/)).toBeVisible();
  expect(screen.getByText(/^Account deactivated/).elements()).toHaveLength(1);
});

test('[SYNC-24] the user changes the password by entering the current one, and then signs in again', async () => {
  const { screen, account: core } = await show();
  await screen.getByRole('button', { name: /Change password/ }).click();
  const current = screen.getByRole('textbox', { name: 'Current password' });
  const next = screen.getByRole('textbox', { name: 'New password' });
  const change = screen.getByRole('button', { name: /Change password$/ });
  await expect.element(change).toBeDisabled();
  await current.fill('wrong');
  await next.fill('short');
  await change.click();
  await expect.element(screen.getByText('The current password is wrong.')).toBeVisible();
  await current.fill('secret');
  await change.click();
  await expect.element(screen.getByText('It needs 12 characters.')).toBeVisible();
  await next.fill('orchid-Tram-57-lumen');
  await change.click();
  await screen.getByRole('button', { name: 'Log in again' }).click();
  await expect.poll(() => core.session.state$.value.kind).toBe('signedOut');
});

test('[PAGE-206] rights cannot be changed while they are saved, so that no change is lost', async () => {
  const { screen, workspace } = await show(`${LIST}&id=client&tab=rights`);
  const submit = vi.spyOn(workspace, 'submitNow');
  submit.mockReturnValue(new Promise(() => undefined));
  const terminal = screen.getByRole('checkbox', { name: /^Terminal/ });
  await terminal.click();
  await screen.getByRole('button', { name: 'Save rights' }).click();
  await expect.element(terminal).toBeDisabled();
});

test('[PAGE-206] a level is saved once, and cannot be changed meanwhile', async () => {
  const rendered = await show(LIST);
  const submit = vi.spyOn(rendered.workspace, 'submitNow');
  submit.mockReturnValue(new Promise(() => undefined));
  const dialog = await openLevels(rendered);
  const terminal = dialog.getByRole('checkbox', { name: /^Terminal/ });
  await terminal.click();
  const save = dialog.getByRole('button', { name: 'Save level' });
  await save.click();
  await expect.element(terminal).toBeDisabled();
  await save.click({ force: true });
  expect(submit).toHaveBeenCalledOnce();
});

test.each([
  ['New one-time link', undefined],
  ['Deactivate…', 'Deactivate 2 accounts'],
])('[PAGE-206] “%s” sends one change', async (first, confirm = first) => {
  const { screen, workspace, server, sync } = await show(`${LIST}&id=client`);
  const submit = vi.spyOn(workspace, 'submitNow');
  submit.mockReturnValue(new Promise(() => undefined));
  server.put('client', { companyName: 'Fleet' });
  await sync(); // renders the details with the spy
  if (confirm !== first) await screen.getByRole('button', { name: first }).click();
  const button = screen.getByRole('button', { name: confirm });
  // The second click comes before a link is made.
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await Promise.resolve();
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.poll(() => submit).toHaveBeenCalled();
  await makeOneTimeLink('client'); // a second link would be made before this one
  expect(submit).toHaveBeenCalledOnce();
});

test('[PAGE-233] a permission that is not in effect stays until it is taken away', async () => {
  const { screen, server, clock, sync } = await show(`${LIST}&id=client&tab=rights`);
  server.put('client', { flags: ['service'] });
  await sync();
  const service = screen.getByRole('checkbox', { name: /^Service added, not in effect/ });
  await expect.element(service).toBeChecked();
  const save = async () => {
    await screen.getByRole('button', { name: 'Save rights' }).click();
    await clock.settle();
    return server.rows().get('client')?.values['flags'];
  };
  await screen.getByRole('checkbox', { name: /^Terminal/ }).click();
  expect(await save()).toEqual(['service', 'terminal']);
  await service.click();
  expect(await save()).toEqual(['terminal']);
  await expect.element(screen.getByRole('checkbox', { name: /^Service/ })).toBeDisabled();
});

test('[PAGE-235] [PAGE-206] Enter in a field makes an invitation, once', async () => {
  const { screen, workspace } = await show(LIST);
  const submit = vi.spyOn(workspace, 'submitNow');
  submit.mockReturnValue(new Promise(() => undefined));
  await screen.getByRole('button', { name: 'Invite' }).click();
  await screen.getByRole('textbox', { name: 'Email address' }).fill('nora@fleet.example');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => submit).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Enter}Nora');
  await expect.element(screen.getByLabelText('Email address')).toHaveValue('nora@fleet.example');
  expect(submit).toHaveBeenCalledOnce();
});

test.each([
  ['Invite', LIST],
  ['Change password…', ''],
  ['Move…', `${LIST}&id=client`],
])('[PAGE-232] Escape closes “%s” and returns the focus', async (name, search) => {
  const { screen } = await show(search);
  const open = screen.getByRole('button', { name });
  await open.click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(open).toHaveFocus();
});

const Redirects = () => {
  const navigate = useNavigate();
  const refuse = { state: { refused: 'terminal' } };
  return (
    <>
      <UsersScreen />
      <button onClick={() => void navigate('/mainpage/users', refuse)}>Redirect</button>
      <button onClick={() => void navigate('/mainpage/users?view=profile')}>Go on</button>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  );
};

test('[PAGE-244] a refusal is shown after the redirect, and not again after a reload or Back', async () => {
  await renderScreen(<Redirects />, { path: '/mainpage/users' });
  const refusal = page.getByText('You have no permission for Terminal. Ask your administrator.');
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await click('Redirect');
  await expect.element(refusal).toBeVisible();
  await click('Go on');
  await expect.element(refusal).not.toBeInTheDocument();
  await click('Back');
  expect(refusal.query()).toBe(null);
  await click('Redirect');
  await expect.element(refusal).toBeVisible();
});
