import type { Database } from '../database/database.ts';
import type { SecurityEvent } from '../security-event.ts';

/** The part of the API that a request was for. Its number of values is limited, unlike that of paths. */
export type Route = 'graphql' | 'blobs' | 'live' | 'ready' | 'other';

export interface MeasuredRequest {
  readonly method: string;
  readonly route: Route;
  readonly status: number;
  readonly seconds: number;
}

/** Counts and measures what the server does. No value contains anything that a caller entered. */
export interface Meters {
  readonly request: (request: MeasuredRequest) => void;
  /** Called for each field of the query or mutation, such as 'loginBot', with the time of the whole operation. */
  readonly operation: (field: string, seconds: number) => void;
  readonly event: (event: SecurityEvent) => void;
  readonly warning: () => void;
  /** From now on, the connections and the jobs of this database are measured. */
  readonly watch: (database: Database) => void;
}
