import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { errorCode, serverError } from '../problem.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/** One file of the built app, in memory. */
export interface Asset {
  readonly type: string;
  readonly etag: string;
  /** Whether the name contains a hash of the content, so that clients may cache the file permanently. */
  readonly immutable: boolean;
  readonly bytes: Buffer;
  /** Returns the content in the best of the accepted encodings. The compressed content is cached. */
  readonly encoded: (
    accepted: ReadonlySet<Encoding>,
  ) => Promise<{ readonly encoding: Encoding; readonly bytes: Buffer }>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const COMPRESS_FROM_BYTES = 1_024;
const isCompressible = (type: string): boolean => /^text\/|json|svg|wasm|manifest/.test(type);
/** Whether the path has the form of Vite's hashed names: /assets/name-HASH.ext with eight characters of base64url. */
const isHashed = (path: string): boolean => /^\/assets\/(?:.*[-.])?[\w-]{8}\.[\w.]+$/.test(path);

type Precompressed = Readonly<Partial<Record<Encoding, Buffer>>>;

const createAsset = (path: string, bytes: Buffer, ready: Precompressed): Asset => {
  const type = types[extname(path).toLowerCase()] ?? 'application/octet-stream';
  const worthIt = isCompressible(type) && bytes.length >= COMPRESS_FROM_BYTES;
  const results = new Map<Encoding, Promise<Buffer>>();
  const compress = { gzip: promisify(gzip), br: promisify(brotliCompress) };
  const inEncoding = (encoding: 'gzip' | 'br'): Promise<Buffer> => {
    const known = results.get(encoding);
    if (known !== undefined) return known;
    const made =
      ready[encoding] === undefined ? compress[encoding](bytes) : Promise.resolve(ready[encoding]);
    results.set(encoding, made);
    return made;
  };
  return {
    type,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    immutable: isHashed(path),
    bytes,
    encoded: async (accepted) => {
      // Brotli's highest level takes a second for a large file. So `br` is served only if the build made it; `gzip` is
      // made here.
      const encoding: Encoding =
        accepted.has('br') && ready.br !== undefined
          ? 'br'
          : accepted.has('gzip') && (worthIt || ready.gzip !== undefined)
            ? 'gzip'
            : 'identity';
      return { encoding, bytes: encoding === 'identity' ? bytes : await inEncoding(encoding) };
    },
  };
};

const readAll = async (folder: string): Promise<ReadonlyMap<string, Buffer>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((e) => join(e.parentPath, e.name));
  const contents = await Promise.all(files.map((file) => readFile(file)));
  return new Map(
    files.map((file, index) => [
      `/${relative(folder, file).split(sep).join('/')}`,
      contents[index] ?? Buffer.alloc(0),
    ]),
  );
};

/**
 * Reads the files of a built web app into memory, by their path ('/assets/x.js'). Only these files can be requested, so
 * no path leads out of the folder. `x.gz` and `x.br` beside `x` are its encodings. Rejects with `folderMissing` if
 * there is no index.html.
 */
export const readAssetFolder = async (folder: string): Promise<ReadonlyMap<string, Asset>> => {
  const missing = (cause?: unknown) =>
    serverError(
      { kind: 'folderMissing', folder },
      `There is no built web app in ${folder} (index.html is missing).`,
      cause,
    );
  const files = await readAll(folder).catch((error: unknown) => {
    throw ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '') ? missing(error) : error;
  });
  if (!files.has('/index.html')) throw missing();
  const assets = new Map<string, Asset>();
  for (const [path, bytes] of files) {
    if (path.startsWith('/.')) continue; // skips Vite's manifest, which names source files
    if (/\.(gz|br)$/.test(path) && files.has(path.replace(/\.(gz|br)$/, ''))) continue;
    const [gz, br] = [files.get(`${path}.gz`), files.get(`${path}.br`)];
    const ready = { ...(gz ? { gzip: gz } : {}), ...(br ? { br } : {}) };
    assets.set(path, createAsset(path, bytes, ready));
  }
  return assets;
};
