import { once } from 'node:events';
import { createServer as createHttp, request, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A test key (not secret) and its self-signed certificate for `localhost`, valid until 2126. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSq+6phK0TWvkqSY0
xIoX2acwwZZZL9Z+c+nAmQab/TShRANCAASBbaf0w+n6A/5uB6TUJk2bWpBQOTKu
SRwlN5jjvpauYtPJiBWlVXHakOwNj7yoKiih1H6qVLWn5qInjI21ZSra
-----END PRIVATE KEY-----
`;
export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUQItaYS5sFSkon4ucDeCtX+e39BIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjEzMDMxMloYDzIxMjYxMDI5
MTMwMzEyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASBbaf0w+n6A/5uB6TUJk2bWpBQOTKuSRwlN5jjvpauYtPJiBWlVXHa
kOwNj7yoKiih1H6qVLWn5qInjI21ZSrao2kwZzAdBgNVHQ4EFgQUCeNBf9Al9vxL
GvIXXeo1xLmWuiYwHwYDVR0jBBgwFoAUCeNBf9Al9vxLGvIXXeo1xLmWuiYwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAL/1PRaWFNPfo2Y0WuAmWTL/IvQq4wEZBQsZhdORUxxCAiEAng+3buvE
3YZy7WPPbyuQ0RAE29xbH0EKUoG3njLuVCE=
-----END CERTIFICATE-----
`;
const TLS_HANDSHAKE = 0x16; // the first byte of a TLS connection

/**
 * Starts a proxy like those in the samples for Caddy and nginx, on one port: it redirects http, and forwards https to
 * `target`.
 */
export const startTlsProxy = async (target: string) => {
  const redirect: RequestListener = ({ url, headers: { host } }, response) => {
    response.writeHead(301, { location: `https://${host}${url}` }).end();
  };
  const forward: RequestListener = (incoming, response) => {
    const { method, headers, url = '/' } = incoming;
    const outgoing = request(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  };
  const http = createHttp(redirect);
  const https = createHttps({ key: KEY, cert: TEST_CERTIFICATE }, forward);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('data', (first) => {
      socket.pause();
      socket.unshift(first);
      if (first[0] === TLS_HANDSHAKE) {
        https.emit('connection', socket); // continues with the byte that was put back
      } else {
        http.emit('connection', socket);
        socket.resume();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** The host `localhost:PORT`, for http and for https. */
    host: `localhost:${port}`,
    close: (): void => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
