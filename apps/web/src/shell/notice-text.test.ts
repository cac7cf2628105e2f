import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STOP_REASONS, type Notice } from '@batbot/core';
import { noticeText } from './notice-text.ts';

test('[ERR-4] a call without an answer has the text of the specification', () => {
  expect(noticeText({ kind: 'callFailed' })).toMatchObject({
    tone: 'error',
    title: 'Opps! Something went wrong',
  });
});

test('[ERR-42] a busy port and an unplugged device have the specified title and text', () => {
  expect(noticeText({ kind: 'portBusy' })).toMatchObject({
    title: 'Port Busy',
    text: 'This port is already open in another application.',
  });
  expect(noticeText({ kind: 'deviceUnplugged' })).toMatchObject({
    title: 'OBD Port Disconnected',
    text: 'The OBD device has been unplugged.',
  });
});

test('[PUSH-6] [PU-09] a push message is shown for 5 s as plain text', () => {
  const title = '<b>Alarm</b>';
  expect(noticeText({ kind: 'pushMessage', title, body: 'Cell 3' })).toEqual({
    tone: 'info',
    title,
    text: 'Cell 3',
    durationMs: 5_000,
  });
});

const NOTICES: Readonly<Record<Notice['kind'], Notice>> = {
  callFailed: { kind: 'callFailed' },
  partialAnswer: { kind: 'partialAnswer', message: '' },
  permissionsUnreadable: { kind: 'permissionsUnreadable' },
  storageFull: { kind: 'storageFull' },
  storageBlocked: { kind: 'storageBlocked' },
  notEncrypted: { kind: 'notEncrypted' },
  liveDataOnHome: { kind: 'liveDataOnHome' },
  noTabForDevice: { kind: 'noTabForDevice' },
  portBusy: { kind: 'portBusy' },
  openFailed: { kind: 'openFailed', message: '' },
  deviceUnplugged: { kind: 'deviceUnplugged' },
  whichDevice: { kind: 'whichDevice' },
  openElsewhere: { kind: 'openElsewhere' },
  recordingStopped: { kind: 'recordingStopped', reason: 'full' },
  recordingSaved: { kind: 'recordingSaved', id: '1' },
  recordingInterrupted: { kind: 'recordingInterrupted', id: '1', at: 0 },
  oldestRecordingDropped: { kind: 'oldestRecordingDropped', name: '' },
  recordingsCleared: { kind: 'recordingsCleared' },
  anotherPack: { kind: 'anotherPack', isRecording: false },
  pushMessage: { kind: 'pushMessage', title: 'Push messages', body: '' },
};

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

test('[DOC-5] the handbook names each notice under the anchor of its kind', () => {
  const problems = read('../../../handbook/pages/problems.md');
  for (const notice of Object.values(NOTICES)) {
    const heading = problems.split('\n').find((line) => line.endsWith(`{#${notice.kind}}`));
    expect(heading, notice.kind).toContain(noticeText(notice).title);
  }
});

test('[DOC-5] the handbook names each reason of a stopped recording and of a refused change', () => {
  const problems = read('../../../handbook/pages/problems.md');
  const [, reasons = ''] =
    /const REASONS[^=]*= \{(.*?)\n\};/s.exec(read('../screens/workspace/change-words.ts')) ?? [];
  const texts = [...reasons.matchAll(/: *\n? *'([^']+)'/g)].map(([, text = '']) => text);
  expect(texts.length).toBeGreaterThan(15);
  for (const text of [...texts, ...Object.values(STOP_REASONS)]) {
    expect(problems).toContain(text);
  }
});
