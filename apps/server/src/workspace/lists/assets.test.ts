import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { describeOnDatabases } from '../../testing/databases.ts';
import { addTestAccount, item, submitAs } from '../../testing/test-workspace.ts';
import { asAccount } from '../scope.ts';
import { findBySerial } from './assets.ts';

describeOnDatabases('serial numbers with letters that are not Latin', (get) => {
  let database: Database;
  beforeAll(async () => {
    database = get();
    await addTestAccount(database, { id: 'root' });
  });

  it('[SYNC-103] they identify a pack by all their letters and digits', async () => {
    const add = (serial: string) => item({ putAsset: { id: randomUUID(), serial } });
    const serials = ['БАТ-15', 'ВОЛ-15', '15', 'бат 15', '電池', '電池甲'];
    const outcomes = await submitAs(database, 'root', serials.map(add));
    expect(outcomes.map(({ status, code }) => code ?? status)).toEqual([
      ...['APPLIED', 'APPLIED', 'APPLIED', 'SERIAL_KNOWN', 'APPLIED', 'APPLIED'],
    ]);
    const found = await asAccount(database, 'root', (scope) => findBySerial(scope, 'Вол15'));
    expect(found.map(({ serial }) => serial)).toEqual(['ВОЛ-15']);
  });
});
