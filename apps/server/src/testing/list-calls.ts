import { type FleetFilter, readFleet } from '../analysis/fleet.ts';
import type { Database } from '../database/database.ts';
import { type AssetFilter, listAssets } from '../workspace/lists/assets.ts';
import { listTickets, type TicketFilter } from '../workspace/lists/tickets.ts';
import { asAccount } from '../workspace/scope.ts';

/** Creates the calls that the API makes for its lists, as a given account and without HTTP. */
export const createListCalls = (database: Database) => ({
  assets: (accountId: string, sort: string, filter: AssetFilter = {}) =>
    asAccount(database, accountId, (scope) => listAssets(scope, { sort, filter, first: 50 })),
  tickets: (accountId: string, filter: TicketFilter = {}) =>
    asAccount(database, accountId, (scope) => listTickets(scope, { filter, first: 50 })),
  fleet: (accountId: string, filter: FleetFilter = {}) =>
    asAccount(database, accountId, (scope) => readFleet(scope, { metric: 'WORST_CELL', filter })),
});
