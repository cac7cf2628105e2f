import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
};

export interface ServedFiles {
  /** The origin, without a trailing slash. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves files on localhost by name ("app.js"). `/NAME` without an extension is `NAME.html`, `/` is `index.html`. */
export const serveFiles = async (
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<ServedFiles> => {
  const server = createServer(({ url = '/' }, response) => {
    const asked = url === '/' ? 'index' : url.slice(1);
    const name = asked.includes('.') ? asked : `${asked}.html`;
    const file = files.get(name);
    const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // the server listens on TCP, so the address is an object
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
