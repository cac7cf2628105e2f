import { createServer } from 'node:http';
import { listen } from './listen.ts';

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
};

/** Serves files on localhost by name ("app.js"). `/NAME` without an extension is `NAME.html`, `/` is `index.html`. */
export const serveFiles = (files: ReadonlyMap<string, string | Uint8Array>) => {
  const server = createServer(({ url = '/' }, response) => {
    const asked = url === '/' ? 'index' : url.slice(1);
    const name = asked.includes('.') ? asked : `${asked}.html`;
    const file = files.get(name);
    const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type }).end(file);
  });
  return listen(server);
};

export type ServedFiles = Awaited<ReturnType<typeof serveFiles>>;
