import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listen } from './listen.ts';

const hello = (_request: unknown, response: { end: (text: string) => unknown }): void => {
  response.end('hello');
};
const read = async (url: string): Promise<string> => (await fetch(url)).text();

const short = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 75_000,
  inactivityTimeout: 120_000,
  connectionsCheckingInterval: 2_000,
  maxConnections: 10,
};

const otherServer = async (host: string) => {
  const server = createServer(hello);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo; // on TCP
  return { port, close: () => new Promise((resolve) => server.close(resolve)) };
};

describe('listen', () => {
  it('listens on both loopback addresses', async () => {
    const { port, close } = await listen(hello, { port: 0 });
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      expect(await read(`http://${host}:${port}`)).toBe('hello');
    }
    await close();
  });

  it.each(['127.0.0.1', '::1', '0.0.0.0'])(
    'rejects with portInUse when the port is taken on %s, and leaves nothing behind',
    async (host) => {
      const { port, close } = await otherServer(host);
      await expect(listen(hello, { port })).rejects.toMatchObject({ kind: 'portInUse', port });
      await close();
      const free = await listen(hello, { port });
      await free.close();
    },
  );

  it('[SE-41] keeps idle connections open longer than common proxies do', async () => {
    const { port, close } = await listen(hello, { port: 0 });
    const answer = await fetch(`http://localhost:${port}`);
    expect(answer.headers.get('keep-alive')).toBe('timeout=75');
    await close();
  });

  it('[SE-41] refuses a connection above the limit and still serves the existing one', async () => {
    const limits = { ...short, maxConnections: 1 };
    const { port, close } = await listen(hello, { port: 0, host: '127.0.0.1', limits });
    const first = connect(port, '127.0.0.1');
    await once(first, 'connect');
    const second = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(second, 'close');
    first.end('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    let text = '';
    for await (const chunk of first) text += String(chunk);
    expect(text).toContain('hello');
    await close();
  });

  it('[SE-41] a client that does not complete its headers is answered 408 and disconnected', async () => {
    const limits = { ...short, headersTimeout: 100, connectionsCheckingInterval: 50 };
    const { port, close } = await listen(hello, { port: 0, host: '127.0.0.1', limits });
    const slow = connect(port, '127.0.0.1');
    slow.write('GET / HTTP/1.1\r\nHost: local');
    let text = '';
    for await (const chunk of slow) text += String(chunk);
    expect(text).toContain('408');
    await close();
  });

  it('[SV-20] a client that does not read its response is disconnected', async () => {
    const limits = { ...short, inactivityTimeout: 100 };
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const { port, close } = await listen(
      (_request, response) => {
        response.once('close', end);
        response.end(Buffer.alloc(50_000_000));
      },
      { port: 0, host: '127.0.0.1', limits },
    );
    const idle = connect(port, '127.0.0.1').on('error', () => undefined);
    idle.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await ended;
    expect(idle.destroyed).toBe(false); // the server ended the connection, not the client
    idle.destroy();
    await close();
  });

  it('`close` frees the port, and does not wait for idle connections', async () => {
    const first = await listen(hello, { port: 0 });
    await read(`http://localhost:${first.port}`); // fetch keeps the connection open
    await Promise.all([first.close(), first.close()]);
    const second = await listen(hello, { port: first.port });
    await second.close();
  });

  it('`close` lets a pending request finish', async () => {
    const underWay: (() => void)[] = [];
    const { port, close } = await listen(
      (_request, response) => {
        response.write('early ');
        underWay.push(() => response.end('late'));
      },
      { port: 0 },
    );
    let text = '';
    let finished: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve, reject) => {
      get(`http://127.0.0.1:${port}`, { agent: false }, (response) => {
        finished = new Promise((done) => response.once('end', done));
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          resolve();
        });
      }).on('error', reject);
    });
    const closing = close();
    for (const finish of underWay) finish();
    await finished;
    expect(text).toBe('early late');
    await closing;
  });
});
