import type { Queryable } from './database.ts';

/**
 * Locks the account tree until the transaction ends: shared for writing rows with a place in the tree, exclusive for
 * moving accounts, so that no row is written at a place that its owner has just left. Call it before all other statements
 * of the transaction, so that it cannot deadlock with a move.
 */
export const lockAccountTree = async (
  inside: Queryable,
  mode: 'shared' | 'exclusive' = 'shared',
): Promise<void> => {
  const suffix = mode === 'shared' ? '_shared' : '';
  await inside.query(`select pg_advisory_xact_lock${suffix}(1722004)`);
};
