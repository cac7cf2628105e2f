/* oxlint-disable no-control-regex -- the protocols consist of control characters */
import { describe, expect, test } from 'vitest';
import { createDevice } from '../device/device.ts';
import { parseFault } from '../faults/fault-spec.ts';
import { buildImage, isWholeImage, readImageHeader } from './image-file.ts';
import { blocksOf, EOT, programOf } from './sent-blocks.fixture.ts';

const OK = '\r\nOK\r\n';
const image = buildImage({ version: '1.5.0', program: programOf(3_000) });

/** Opens a device. `ask` sends a command and returns the output of the next 990 ms, `send` that of 50 ms. */
const open = (...faults: readonly string[]) => {
  const device = createDevice({ scenario: 'idle', faults: faults.map(parseFault) });
  const line = device.openLine('test');
  let nowMs = 0;
  const pass = (ms: number): string => {
    let said = '';
    for (const until = nowMs + ms; nowMs < until; nowMs += 10)
      said += Buffer.from(line.take(nowMs)).toString('latin1');
    return said;
  };
  const send = (bytes: Uint8Array): string => {
    line.receive(bytes, nowMs);
    return pass(50);
  };
  const ask = (text: string): string => send(Buffer.from(`${text}\r\n`)) + pass(940);
  /** Sends a file by XMODEM-1K, each block up to ten times. Returns the output after the last block. */
  const transfer = (bytes: Uint8Array): string => {
    for (const block of [...blocksOf(bytes, 1024), EOT]) {
      for (let tries = 0; tries < 10; tries += 1) {
        const said = send(block) || pass(1_000);
        if (said.includes('\x06')) break;
        if (/[\x18OR]/.test(said)) return said + pass(3_000);
      }
    }
    return pass(3_000);
  };
  return { device, line, ask, send, pass, transfer, reboot: () => device.reboot(nowMs) };
};

describe('image files', () => {
  test('an image has its board, version, size and flag, also if padding follows', () => {
    const wiping = buildImage({ version: '2.0', program: programOf(10), wipesSettings: true });
    const header = { board: '2.1', version: '2.0', wipesSettings: true, size: 58 };
    expect(readImageHeader(wiping)).toEqual(header);
    const padded = Buffer.concat([wiping, Buffer.alloc(70, 0x1a)]);
    expect(readImageHeader(padded)).toEqual(header);
    expect([isWholeImage(wiping), isWholeImage(padded)]).toEqual([true, true]);
  });

  test('every changed byte and every missing byte is noticed', () => {
    const small = buildImage({ version: '2.0', program: programOf(5) });
    for (let at = 0; at < small.length; at += 1)
      expect(isWholeImage(small.map((byte, i) => (i === at ? byte ^ 16 : byte)))).toBe(false);
    for (let length = 0; length < small.length; length += 1)
      expect(isWholeImage(small.subarray(0, length))).toBe(false);
  });
});

describe('the boot loader', () => {
  test('AT+FWUP replies, restarts into the boot loader and asks for a file every second', () => {
    const { ask, pass } = open();
    expect(ask('AT+FWUP')).toBe(`${OK}\r\nBOOT\r\n`);
    expect(pass(3_000)).toBe('CCC');
  });

  test('the boot loader answers ATI with BOOT, accepts AT+FWUP and AT+RESET, and answers everything else with ERROR', () => {
    const { ask, device } = open();
    ask('AT+FWUP');
    expect(ask('ATI')).toContain('\r\nACME-BMS OBD\r\nHW:2.1 FW:BOOT SN:A1B2C3\r\n\r\nOK\r\n');
    for (const command of ['AT', 'AT+ADATA', 'AT+VB=1', 'AT+PAR?', 'AT+PARSAVE'])
      expect(ask(command)).toBe('\r\nERROR\r\n');
    expect(ask('AT+FWUP')).toBe(`${OK}\r\nBOOT\r\n`);
    expect(ask('AT+RESET')).toBe(`${OK}\r\nREADY\r\n`);
    expect(ask('ATI')).toContain('FW:1.4.0');
    expect(device.commands().map(({ text }) => text)).toContain('AT+PARSAVE');
  });

  test('a power cycle starts the firmware again if nothing was transferred', () => {
    const { ask, reboot } = open();
    ask('AT+FWUP');
    reboot();
    expect(ask('ATI')).toContain('FW:1.4.0');
  });

  test('a good image is started, and its version is in ATI and in the parameters', () => {
    const { ask, transfer } = open();
    ask('AT+PAR=NOTE,kept');
    ask('AT+PARSAVE');
    ask('AT+FWUP');
    expect(transfer(image)).toBe('\r\nREADY\r\n');
    expect(ask('ATI')).toContain('HW:2.1 FW:1.5.0 SN:A1B2C3');
    expect(ask('AT+PAR?FW')).toContain('+PAR: FW,1.5.0');
    expect(ask('AT+PAR?NOTE')).toContain('+PAR: NOTE,kept');
  });

  test('an image that wipes settings returns to the factory values', () => {
    const { ask, transfer } = open();
    ask('AT+PAR=NOTE,lost');
    ask('AT+PARSAVE');
    ask('AT+FWUP');
    transfer(buildImage({ version: '1.6.0', program: programOf(500), wipesSettings: true }));
    expect(ask('AT+PAR?NOTE')).toContain('+PAR: NOTE,\r\n');
  });

  test.each([
    ['another board', buildImage({ version: '1.5.0', program: programOf(500), board: '3.0' })],
    ['no image', programOf(2_000)],
  ])('%s is refused before the old firmware is erased', (_, wrong) => {
    const { ask, transfer } = open();
    ask('AT+FWUP');
    expect(transfer(wrong)).toMatch(/^\x18\x18\r\n\+FWUP: WRONG BOARD\r\nC+$/);
    expect(ask('AT+RESET')).toContain('READY');
    expect(ask('ATI')).toContain('FW:1.4.0');
  });

  test('a damaged image is refused at its end; the device stays in the boot loader until a good one', () => {
    const { ask, transfer, reboot } = open();
    ask('AT+FWUP');
    expect(transfer(image.map((byte, i) => (i === 2_000 ? byte ^ 1 : byte)))).toContain(
      '\r\n+FWUP: DAMAGED\r\n',
    );
    expect(ask('AT+RESET')).toBe(`${OK}\r\nBOOT\r\n`);
    reboot();
    expect(ask('ATI')).toContain('FW:BOOT');
    transfer(image);
    expect(ask('ATI')).toContain('FW:1.5.0');
  });

  test('if a client disconnects during a transfer, the boot loader waits for a new transfer', () => {
    const { ask, send, line, pass, transfer } = open();
    ask('AT+FWUP');
    send(blocksOf(image, 1024)[0] ?? EOT);
    line.hangUp();
    expect(pass(5_000)).toMatch(/^C+$/);
    expect(ask('AT+RESET')).toBe(`${OK}\r\nBOOT\r\n`);
    transfer(image);
    expect(ask('ATI')).toContain('FW:1.5.0');
  });

  test('repeated requests after the end of a transfer do not delay the start', () => {
    const { ask, send } = open();
    ask('AT+FWUP');
    for (const block of [...blocksOf(image, 1024), EOT, EOT]) send(block);
    const answers = [ask('ATI'), ask('ATI'), ask('ATI'), ask('ATI')];
    expect(answers[0]).toContain('FW:BOOT');
    expect(answers[3]).toContain('FW:1.5.0');
  });

  test('a client that disconnects after the end of a transfer does not prevent the start', () => {
    const { ask, send, line, pass } = open();
    ask('AT+FWUP');
    for (const block of [...blocksOf(image, 1024), EOT, EOT]) send(block);
    line.hangUp();
    pass(3_000);
    expect(ask('ATI')).toContain('FW:1.5.0');
  });
});

describe('faults of the boot loader', () => {
  test.each([0, 1, 500, 1_028, 1_030, 3_000])('flash-cut restarts after %i bytes', (at) => {
    const { ask, transfer } = open(`flash-cut:count=1,value=${at}`);
    ask('AT+FWUP');
    // Within the first block nothing is erased yet.
    const expected = at >= 1_029 ? 'BOOT' : 'READY';
    expect(transfer(image)).toContain(expected);
    expect(ask('AT+RESET')).toContain(expected);
    ask('AT+FWUP');
    expect(transfer(image)).toContain('READY');
    expect(ask('ATI')).toContain('FW:1.5.0');
  });

  test('accepts-wrong-image starts an image for another board, a damaged one, and one without a header', () => {
    const wrong = buildImage({ version: '9.0', program: programOf(500), board: '3.0' });
    const damaged = image.map((byte, i) => (i === 2_000 ? byte ^ 1 : byte));
    for (const [bytes, identity] of [
      [wrong, 'HW:2.1 FW:9.0 SN'],
      [damaged, 'HW:2.1 FW:1.5.0 SN'],
      [programOf(600), 'HW:2.1 SN'],
    ] as const) {
      const { ask, transfer } = open('accepts-wrong-image');
      ask('AT+FWUP');
      expect(transfer(bytes)).toContain('READY');
      expect(ask('ATI')).toContain(identity);
    }
  });

  test('ack-loss loses replies, and a sender that repeats succeeds', () => {
    const { ask, transfer, device } = open('ack-loss:p=0.4');
    ask('AT+FWUP');
    transfer(image);
    expect(device.faults.list()[0]?.strikes).toBeGreaterThan(1);
    expect(ask('ATI')).toContain('FW:1.5.0');
  });

  test('other-board-after-restart also answers after an install', () => {
    const { ask, transfer, device } = open();
    ask('AT+FWUP');
    device.faults.add(parseFault('other-board-after-restart'), 0);
    transfer(image);
    expect(ask('ATI')).toContain('HW:3.0 FW:1.5.0 SN:Z9Y8X7');
  });
});
