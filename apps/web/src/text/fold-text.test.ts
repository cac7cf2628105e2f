import { expect, test } from 'vitest';
import { foldText, mayBeSerial } from './fold-text.ts';

test.each([
  ['MÜNCHEN', 'munchen'],
  ['Mu\u0308nchen', 'munchen'], // as macOS writes it
  ['İstanbul', 'istanbul'],
  ['Çeşme', 'cesme'],
  ['Ελλάδα', 'ελλαδα'],
  ['Нижний', 'нижнии'],
  ['ＳＮ－７', 'sn-7'], // as a Japanese keyboard writes it
])('[SYNC-82] %s is searched as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('[SYNC-82] a text in another writing system is no serial number', () => {
  expect(mayBeSerial(foldText('SN 7-Ü'))).toBe(true);
  expect(mayBeSerial(foldText('Склад 7'))).toBe(false);
});
