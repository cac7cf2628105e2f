import { AwsClient } from 'aws4fetch';
import { serverError } from '../problem.ts';
import type { BlobStore } from './blob-store.ts';

export interface S3Bucket {
  /** Address of the service, such as https://s3.eu-central-1.amazonaws.com. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Begins the name of every object; empty, or ends with a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const REQUEST_MS = 5_000;
const RETRIES = 2;

/**
 * Stores pieces as objects of a bucket, by path-style addresses. The service checks each upload against its SHA-256.
 * Calls reject with `blobsUnavailable`, and `warn` gets the reason, if the service does not answer or refuses.
 */
export const createS3Store = (
  { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey }: S3Bucket,
  warn: (line: string) => void,
): BlobStore => {
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: RETRIES,
  });
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}/${prefix}`;

  /** Returns the body of the response; undefined for a missing object. */
  const call = async (
    method: 'PUT' | 'GET' | 'DELETE',
    sha256: string,
    body?: Buffer,
  ): Promise<Buffer | undefined> => {
    try {
      const response = await client.fetch(`${base}${sha256.slice(0, 2)}/${sha256}`, {
        method,
        signal: AbortSignal.timeout(REQUEST_MS),
        ...(body && { body: new Uint8Array(body), headers: { 'X-Amz-Content-Sha256': sha256 } }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.ok) return bytes;
      if (response.status === 404 && method !== 'PUT') return undefined;
      throw new Error(`status ${response.status}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : typeof error;
      warn(`object storage: ${method} failed: ${reason}`);
      throw serverError({ kind: 'blobsUnavailable' }, 'The object storage is unavailable.', error);
    }
  };

  return {
    write: async (_inside, sha256, bytes) => {
      await call('PUT', sha256, bytes);
    },
    read: (_inside, sha256) => call('GET', sha256),
    remove: async (_inside, sha256) => {
      await call('DELETE', sha256);
    },
  };
};
