import { switchMap } from 'rxjs';
import { expect, test } from 'vitest';
import { planOf } from './alarms.fixture.ts';
import { openSignedIn } from './signed-in.fixture.ts';

/** Sets up a user on home with a polled device, a limit, sound and notifications. */
const setUp = async (disconnectOnLogout: boolean) => {
  const { clock, device, host, core, shown, counts } = await openSignedIn();
  let sequence = 17;
  device.onWrite((bytes) => {
    const isPoll = new TextDecoder().decode(bytes).startsWith('AT+ADATA');
    sequence += 1;
    const reply = `+ADATA: 1,${sequence},${86_400 + sequence * 2},4,2,13211,-1240,785,990,10000,7772,123,3,0000,0000,3302,3304,3303,3302,25,26,2\r\n`;
    device.send(`\r\n${isPoll ? reply : ''}\r\nOK\r\n`);
  });
  core().link.changeSettings({ disconnectOnLogout });
  core().showPath('/mainpage/home');
  void core().link.connect('fake');
  await clock.advance(500);
  core().alarms.save(planOf([['cellVoltage', 'high', 3.65]]));
  await core().alarms.signals.choose('notices', true);
  await core().alarms.signals.choose('sound', true);
  counts.rung = 0;
  await clock.advance(10_000);
  const change = async (): Promise<void> => {
    await core().session.logout();
    core().showPath('/login');
    await clock.advance(100);
    await core().session.login('technician', 'secret');
    core().showPath('/mainpage/terminal');
    await clock.advance(100);
  };
  const marks: string[] = [];
  host.core$.pipe(switchMap(({ terminal }) => terminal.log$)).subscribe((log) => {
    marks.push(...log.entries().map(({ text }) => text));
  });
  const alarmed = () => marks.filter((text) => /limits/i.test(text));
  return { clock, core, host, change, alarmed, shown, counts };
};

test.each([false, true])(
  '[OBD-132] signing out (disconnecting: %s) raises no “not monitored” alert, and the next user inherits neither limits nor alerts',
  async (disconnects) => {
    const { clock, core, host, change, alarmed, shown, counts } = await setUp(disconnects);
    expect(core().alarms.monitoring$.value).toEqual({ kind: 'monitored', gaps: [] });
    const before = counts.taken;
    await change();
    expect(counts.taken).toBeGreaterThan(before); // a notification about the pack of the user who signed out
    await clock.advance(30_000);
    expect([shown, counts.rung, alarmed()]).toEqual([[], 0, []]);
    core().alarms.save(planOf([['cellVoltage', 'high', 3.65]]));
    expect(core().alarms.monitoring$.value).toEqual({
      kind: 'notMonitored',
      ...(disconnects ? { reason: 'notConnected' } : { reason: 'elsewhere', isUnpolled: true }),
    });
    await clock.advance(30_000);
    expect([shown, counts.rung, alarmed()]).toEqual([[], 0, []]);
    await host.dispose();
  },
);
