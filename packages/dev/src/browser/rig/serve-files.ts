import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
};

/** Serves files on localhost by name ("app.js"). `/NAME` without an extension is `NAME.html`, `/` is `index.html`. */
export const serveFiles = async (files: ReadonlyMap<string, string | Uint8Array>) => {
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
    /** The origin, without a trailing slash. */
    url: `http://localhost:${port}`,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export type ServedFiles = Awaited<ReturnType<typeof serveFiles>>;
