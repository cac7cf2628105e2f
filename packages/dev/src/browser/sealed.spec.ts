import { writeFile } from 'node:fs/promises';
import { readRecording } from '@batbot/simulator';
import { runTool, type ToolResult } from '../process/run-tool.ts';
import { sealedOf } from './rig/sealed-app.ts';
import { recordingOnHome } from './rig/sessions-app.ts';
import { expect, type Site, test } from './fixtures.ts';

/**
 * Script that simulates a page loaded over http from another computer. Plain text, because Node's compiler has no DOM
 * types.
 */
const insecure = `Object.defineProperty(globalThis, 'isSecureContext', { value: false });`;

test.describe('sealed sessions', () => {
  let site: Site;
  test.beforeEach(({ site: fixture }) => {
    site = fixture;
  });
  /** Verifies a file with the command line, a separate program with another cryptography library. */
  const verify = async (text: string, ...options: readonly string[]): Promise<ToolResult> => {
    const file = test.info().outputPath('file.jsonl');
    await writeFile(file, text);
    return runTool('tsx', ['apps/cli/src/main.ts', 'verify', file, ...options]);
  };

  test('[REC-90] a sealed recording is verified by the command line and in the app, and a change of the file is detected', async ({
    app,
  }) => {
    const { page } = app;
    const sessions = await recordingOnHome(app);
    await sessions.record(1);
    await app.tab('Terminal', 'terminal');
    await app.type('ATI');
    await app.log.getByText(/SN:/).waitFor();
    await sessions.note('Cell 3 replaced');
    await sessions.stop();
    await sessions.openList();
    await sessions.openSession();

    const sealed = sealedOf(page);
    await sealed.openSealDialog();
    await sealed.sealDialog.getByRole('button', { name: 'Cancel' }).click();
    await sealed.sealDialog.waitFor({ state: 'detached' });
    await expect(page.getByRole('button', { name: 'More exports' })).toBeFocused();

    await sealed.openSealDialog();
    const said = await sealed.sealDialog.innerText();
    expect(said).toMatch(/serial number \w+/);
    expect(said).toMatch(/\(user u-1\)/);
    const fingerprint = await sealed.fingerprint(sealed.sealDialog);
    expect(fingerprint).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/);
    const text = await sealed.save();
    await sealed.sealDialog.getByText(/Saved \(\d+ lines\)/).waitFor();
    await sealed.sealDialog.locator('.ant-modal-footer button:focus').waitFor(); // [D14]
    await page.keyboard.press('Escape');
    expect(readRecording(text).length).toBeGreaterThan(4); // the simulator can read the file

    const held = await verify(text, '--key', fingerprint);
    expect(held.output).toContain('UNCHANGED');
    expect(held.code).toBe(0);
    const tampered = text.replace('Cell 3', 'Cell 4');
    const found = await verify(tampered);
    expect(found.code).toBe(1);
    const place = /Line \d+ was changed\./.exec(found.output)?.[0] ?? 'no line';

    await sealed.sealDialog.waitFor({ state: 'detached' });
    await sealed.check(text);
    const dialog = sealed.checkDialog;
    await dialog.getByText('✓ Unchanged since it was sealed').waitFor();
    await dialog.getByText('Sealed with your own key').waitFor();
    expect(await sealed.fingerprint(dialog)).toBe(fingerprint);
    await sealed.check(tampered);
    await dialog.getByText('✕ Changed since it was sealed').waitFor();
    await dialog.getByText(place, { exact: true }).waitFor();
    await sealed.check(text.slice(0, -40));
    await dialog.getByText(/The end is missing/).waitFor();
    await sealed.check(text.replaceAll('\n', '\r\n'));
    await dialog.getByText(/line ends were converted/).waitFor();
  });

  test("[REC-97] another user of the browser has another key, and this user's key is unknown until it is named", async ({
    app,
  }) => {
    const sessions = await recordingOnHome(app);
    await sessions.record(1);
    await sessions.stop();
    await sessions.openList();
    await sessions.openSession();
    const sealed = sealedOf(app.page);
    await sealed.openSealDialog();
    const fingerprint = await sealed.fingerprint(sealed.sealDialog);
    const text = await sealed.save();
    await app.page.keyboard.press('Escape');
    await app.logout();

    site.server.change({ userid: 'u-2' });
    await app.login('grace');
    await app.tab('Home', 'home');
    await sessions.openList();
    await sealed.check(text);
    const dialog = sealed.checkDialog;
    await dialog.getByText('▲ Seal valid, key unknown').waitFor();
    expect(await sealed.fingerprint(dialog)).toBe(fingerprint);
    await dialog.getByLabel('Save this key as').fill('Ada');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('✓ Unchanged since it was sealed').waitFor();
    await dialog.getByText('Sealed with the key you know as Ada').waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.reload();
    await sealed.check(text);
    await dialog.getByText('Sealed with the key you know as Ada').waitFor();
  });

  test('[REC-96] without https, the dialogs explain that sealing needs it, and the ordinary export works', async () => {
    await site.inApp(
      async (app) => {
        const sessions = await recordingOnHome(app);
        await sessions.record(1);
        await sessions.stop();
        await sessions.openList();
        const sealed = sealedOf(app.page);
        await sealed.check('{}');
        await sealed.checkDialog.getByText(/can only be checked over https/).waitFor();
        await app.page.keyboard.press('Escape');
        await sessions.openSession();
        await sealed.clickSealed();
        await sealed.sealDialog.getByText(/Sealing needs https.*JSONL/).waitFor();
        await app.page.keyboard.press('Escape');
        expect((await sessions.exportCapture()).capture.lines.length).toBeGreaterThan(0);
      },
      { prepare: (context) => context.addInitScript(insecure) },
    );
  });
});
