import { expect, test } from 'vitest';
import { noticeText } from './notice-text.ts';

test('[ERR-41] a call without an answer has the text of the specification', () => {
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

test('[PUSH-20] [PU-09] a push message is shown for 5 s as plain text', () => {
  const title = '<b>Alarm</b>';
  expect(noticeText({ kind: 'pushMessage', title, body: 'Cell 3' })).toEqual({
    tone: 'info',
    title,
    text: 'Cell 3',
    durationMs: 5_000,
  });
});
