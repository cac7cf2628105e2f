import { activeSql } from '../accounts/account.ts';
import type { Database } from '../database/database.ts';
import { asAccount } from './scope.ts';

/**
 * Starts the next stage of the assignments whose last packs of a stage were scrapped or moved away, or got their firmware
 * by another change than a report of an install. Each is done by the account that made the assignment.
 */
export const settleRollouts = async (database: Database): Promise<void> => {
  const rollouts = await database.query<{ readonly document: string; readonly account: string }>(
    `select distinct x.document_id as document, u.id as account from assignments x join users u on u.path = x.owner
     where x.state = 'ACTIVE' and x.stage + 1 < jsonb_array_length(x.stages) and ${activeSql}`,
  );
  const failures: unknown[] = [];
  for (const { document, account } of rollouts)
    await asAccount(database, account, (scope) =>
      scope.query('select settle_assignments($1)', [document]),
    ).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};
