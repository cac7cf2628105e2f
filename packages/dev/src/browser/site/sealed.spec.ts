import { writeFile } from 'node:fs/promises';
import { readRecording } from '@batbot/simulator';
import { runTool, type ToolResult } from '../../process/run-tool.ts';
import { sealedOf } from '../rig/sealed-app.ts';
import { recordingOnHome } from '../rig/sessions-app.ts';
import { expect, test } from '../fixtures.ts';

test.describe('sealed sessions', () => {
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
    const said = await sealed.sealDialog.innerText();
    expect(said).toMatch(/serial number \w+/);
    expect(said).toMatch(/\(user u-1\)/);
    const fingerprint = await sealed.fingerprint(sealed.sealDialog);
    expect(fingerprint).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/);
    const text = await sealed.save();
    await sealed.sealDialog.getByText(/Saved \(\d+ lines\)/).waitFor();
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
    await dialog.getByText(/line endings were converted/).waitFor();
  });
});
