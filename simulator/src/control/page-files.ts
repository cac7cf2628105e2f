import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';

const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  ...Object.fromEntries(
    ['page.js', 'simulator.js', 'pack.js', 'faults.js', 'traffic.js'].map((file) => [
      `/control/${file}`,
      [file, 'text/javascript; charset=utf-8'] as const,
    ]),
  ),
  '/control/page.css': ['page.css', 'text/css; charset=utf-8'],
};

/** Sends a file of the control page. Returns false for any other path. */
export const sendPage = (path: string, response: ServerResponse): boolean => {
  const entry = Object.hasOwn(files, path) ? files[path] : undefined;
  if (!entry) return false;
  response.writeHead(200, {
    'content-type': entry[1],
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self' ws://localhost:* ws://127.0.0.1:*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  });
  response.end(readFileSync(new URL(`./page/${entry[0]}`, import.meta.url)));
  return true;
};
