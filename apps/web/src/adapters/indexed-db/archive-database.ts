import { err, ok, type ArchiveError, type Result } from '@batbot/core';

/** Versions of the schema: a higher one is upgraded to in `upgrade`, and closes the tabs that know only this one. */
export const DATABASE_NAME = 'batbot-sessions';
export const DATABASE_VERSION = 1;
/** Key: [userId, sessionId]; value: the session's info. */
export const SESSIONS = 'sessions';
/** Key: [userId, sessionId, kind, index]; value: the chunk's data. */
export const CHUNKS = 'chunks';

export const SESSION_DATABASE = {
  name: DATABASE_NAME,
  version: DATABASE_VERSION,
  stores: [SESSIONS, CHUNKS],
};

const FULL = new Set(['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED']);
const BLOCKED = new Set(['SecurityError', 'NotAllowedError', 'InvalidAccessError']);

export const toArchiveError = (thrown: unknown): ArchiveError => {
  const { name, message } =
    thrown instanceof Error || thrown instanceof DOMException
      ? thrown
      : { name: '', message: 'The database gave no reason.' };
  if (FULL.has(name)) return { kind: 'full', message };
  if (name === 'VersionError') return { kind: 'outdated', message };
  return { kind: BLOCKED.has(name) ? 'blocked' : 'failed', message };
};

const OUTDATED: ArchiveError = {
  kind: 'outdated',
  message: 'A newer version of the product has opened the archive in another tab.',
};

export interface ArchiveDatabase {
  /** Returns the database; opens it if it is not open. */
  readonly open: () => Promise<Result<IDBDatabase, ArchiveError>>;
  /** The connection was closed without an event: the next `open` opens it again. */
  readonly forget: () => void;
  readonly close: () => void;
}

export interface ArchiveDatabaseParts {
  readonly name: string;
  readonly version: number;
  readonly stores: readonly string[];
  /** Undefined where the platform has none; reading it may have thrown. */
  readonly factory: IDBFactory | undefined;
  /** The data is gone: cleared by the user, evicted, or deleted by another tab. */
  readonly onLost: () => void;
}

export const createArchiveDatabase = (parts: ArchiveDatabaseParts): ArchiveDatabase => {
  let opening: Promise<Result<IDBDatabase, ArchiveError>> | undefined;
  let isOutdated = false;

  const hold = (database: IDBDatabase): void => {
    // ST-04: another tab that upgrades or deletes the database must not wait for this tab.
    database.addEventListener('versionchange', (event) => {
      database.close();
      opening = undefined;
      if (event.newVersion === null) parts.onLost();
      else isOutdated = true;
    });
    database.addEventListener('close', () => {
      opening = undefined;
      parts.onLost();
    });
  };

  const request = (factory: IDBFactory): Promise<Result<IDBDatabase, ArchiveError>> =>
    new Promise((resolve) => {
      const opened = factory.open(parts.name, parts.version);
      opened.addEventListener('upgradeneeded', () => {
        const { objectStoreNames: there } = opened.result;
        for (const store of parts.stores) {
          if (!there.contains(store)) opened.result.createObjectStore(store);
        }
      });
      opened.addEventListener('success', () => {
        hold(opened.result);
        resolve(ok(opened.result));
      });
      opened.addEventListener('error', () => {
        resolve(err(toArchiveError(opened.error)));
      });
    });

  const open = async (): Promise<Result<IDBDatabase, ArchiveError>> => {
    if (isOutdated) return err(OUTDATED);
    if (parts.factory === undefined) {
      return err({ kind: 'blocked', message: 'This browser allows no database here.' });
    }
    try {
      return await request(parts.factory);
    } catch (thrown) {
      return err(toArchiveError(thrown));
    }
  };

  return {
    open: () => {
      const attempt = (opening ??= open());
      void attempt.then((result) => {
        if (!result.ok && opening === attempt) opening = undefined; // the next call tries again
      });
      return attempt;
    },
    forget: () => {
      opening = undefined;
    },
    close: () => {
      void opening?.then((result) => {
        if (result.ok) result.value.close();
      });
      opening = undefined;
    },
  };
};
