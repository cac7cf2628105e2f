import { activeSql } from '../accounts/account.ts';
import type { Database } from '../database/database.ts';
import { describeError } from '../problem.ts';
import { asAccount } from './scope.ts';

/**
 * Starts the next stage of the assignments whose last packs of a stage were scrapped or moved away, or got their firmware
 * by another change than a report of an install. Each is done by the account that made the assignment. One that fails is
 * reported to `log`, and tried again in the next night.
 */
export const settleRollouts = async (
  database: Database,
  log: (line: string) => void,
): Promise<void> => {
  const rollouts = await database.query<{ readonly document: string; readonly account: string }>(
    `select distinct x.document_id as document, u.id as account from assignments x join users u on u.path = x.owner
     where x.state = 'ACTIVE' and x.stage + 1 < jsonb_array_length(x.stages) and ${activeSql}`,
  );
  for (const { document, account } of rollouts)
    await asAccount(database, account, (scope) =>
      scope.query('select settle_assignments($1)', [document]),
    ).catch((error: unknown) =>
      log(`the rollout of document ${document} is not continued: ${describeError(error)}`),
    );
};
