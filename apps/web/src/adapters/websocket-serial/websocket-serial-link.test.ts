import type { Clock, OpenPort, Presence, SerialLink } from '@batbot/core';
import { serialLinkContract } from '@batbot/core/contracts';
import { createFakeClock } from '@batbot/core/fakes';
import { filter, firstValueFrom } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startSimulatorServer, type SimulatorServer } from './simulator-server.fixture.ts';
import type { Socket as AnySocket, SocketConstructor } from './socket-types.ts';
import { createWebSocketSerialLink } from './websocket-serial-link.ts';
import { createWebSocketPort } from './websocket-serial-port.ts';

// The types of ws allow more listeners than the platform's types; at run time the interface is the same.
const Socket = WebSocket as unknown as SocketConstructor;

const clock: Pick<Clock, 'after'> = {
  after: (delayMs, callback) => {
    let isOver = false;
    // After a pause of the process, what has arrived meanwhile comes before the timer.
    const timer = setTimeout(() => setImmediate(() => isOver || callback()), delayMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  },
};

const settings = { baudRate: 115_200 };

const opened = async (link: SerialLink): Promise<OpenPort> => {
  const [device] = await link.granted();
  if (device === undefined) throw new Error('no device');
  const result = await device.open(settings);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

const next = (link: SerialLink, kind: Presence['kind']): Promise<Presence> =>
  firstValueFrom(link.presence$.pipe(filter((presence) => presence.kind === kind)));

serialLinkContract(
  'WebSocket',
  async () => {
    const server = await startSimulatorServer();
    return {
      link: createWebSocketSerialLink(server.url, Socket, clock),
      plug: async () => {
        server.plug();
        await Promise.resolve();
      },
      unplug: async () => {
        server.unplug();
        await Promise.resolve();
      },
      send: async (bytes) => {
        server.send(bytes);
        await Promise.resolve();
      },
      received: server.received,
      occupy: () => {
        const release = server.occupy();
        return Promise.resolve(async () => {
          release();
          await Promise.resolve();
        });
      },
      lines: {
        driven: server.driven,
        setInputs: async (inputs) => {
          server.setInputs(inputs);
          await Promise.resolve();
        },
      },
      dispose: server.dispose,
    };
  },
  ['unplug', 'presence', 'occupy', 'lines'],
);

describe('the WebSocket adapter', () => {
  const servers: SimulatorServer[] = [];
  const start = async (options?: Parameters<typeof startSimulatorServer>[0]) => {
    const server = await startSimulatorServer(options);
    servers.push(server);
    return { server, link: createWebSocketSerialLink(server.url, Socket, clock) };
  };
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.dispose()));
  });

  it('the port is requested with all its settings', async () => {
    const { server, link } = await start();
    const [device] = await link.granted();
    const result = await device?.open({ baudRate: 9600, dataBits: 7, parity: 'even' });
    expect(result?.ok).toBe(true);
    expect(server.queries()).toEqual([
      'baudRate=9600&dataBits=7&stopBits=1&parity=even&flowControl=none',
    ]);
  });

  it('without a first frame of the server, the port counts as open after a short time', async () => {
    const { server, link } = await start({ greets: false });
    const port = await opened(link);
    server.send(new TextEncoder().encode('x'));
    expect((await port.read()).kind).toBe('bytes');
  });

  it('a server that sends no first frame can still refuse', async () => {
    const { server, link } = await start({ greets: false });
    server.occupy();
    const [device] = await link.granted();
    expect(await device?.open(settings)).toMatchObject({ ok: false, error: { kind: 'busy' } });
  });

  it('[SR-03] without a server, opening fails and nothing throws', async () => {
    const { server, link } = await start();
    await server.dispose();
    const [device] = await link.granted();
    expect(await device?.open(settings)).toMatchObject({ ok: false, error: { kind: 'failed' } });
    expect(await device?.open(settings)).toMatchObject({ ok: false, error: { kind: 'failed' } });
  });

  it('with an invalid address, opening fails and no presence is reported', async () => {
    const link = createWebSocketSerialLink('no address', Socket, clock);
    const [device] = await link.granted();
    expect(await device?.open(settings)).toMatchObject({ ok: false, error: { kind: 'failed' } });
    expect((await next(link, 'detached')).device).toBe(device);
  });

  it('[SR-17] a connection that breaks without a close frame is reported as a loss', async () => {
    const { server, link } = await start();
    const port = await opened(link);
    const reading = port.read();
    server.cut();
    expect((await reading).kind).toBe('lost');
    expect(await port.close()).toMatchObject({ ok: true });
  });

  it('presence is requested only while there is a subscriber', async () => {
    const { server, link } = await start();
    expect(server.watchers()).toBe(0);
    const detached = next(link, 'detached');
    server.unplug();
    await detached;
    const attached = next(link, 'attached');
    const again = next(link, 'detached');
    await again;
    server.plug();
    await attached;
    await expect.poll(() => server.watchers()).toBe(0);
  });

  it('[SR-19] a server that stops and returns is reported as a detachment and an attachment', async () => {
    const { server, link } = await start();
    const events: string[] = [];
    const subscription = link.presence$.subscribe(({ kind }) => events.push(kind));
    await expect.poll(() => server.watchers()).toBe(1);
    const detached = next(link, 'detached');
    await server.dispose();
    await detached;
    const attached = next(link, 'attached');
    await start({ port: Number(new URL(server.url).port) });
    await attached;
    expect(events).toEqual(['detached', 'attached']);
    subscription.unsubscribe();
  });

  it('[SR-31] pagehide releases port, sockets and timers at once; a restored page is disconnected and can connect', async () => {
    const server = await startSimulatorServer();
    servers.push(server);
    const time = createFakeClock();
    const page = new EventTarget();
    const link = createWebSocketSerialLink(server.url, Socket, time, page);
    const presence = link.presence$.subscribe();
    const port = await opened(link);
    const reading = port.read();
    await expect.poll(() => server.watchers()).toBe(1);
    page.dispatchEvent(new Event('pagehide'));
    expect(await reading).toEqual({ kind: 'closed' });
    expect(time.pendingTimers()).toBe(0);
    expect(await port.close()).toMatchObject({ ok: true });
    await expect.poll(() => server.watchers()).toBe(0);

    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await expect.poll(() => server.watchers()).toBe(1);
    expect(await port.read()).toEqual({ kind: 'closed' });
    await (await opened(link)).close();
    presence.unsubscribe();
  });

  it('[SR-31] pagehide while connecting ends the attempt', async () => {
    const server = await startSimulatorServer();
    servers.push(server);
    const time = createFakeClock();
    const page = new EventTarget();
    const link = createWebSocketSerialLink(server.url, Socket, time, page);
    const [device] = await link.granted();
    const opening = device?.open(settings);
    page.dispatchEvent(new Event('pagehide'));
    expect(await opening).toMatchObject({ ok: false });
    expect(time.pendingTimers()).toBe(0);
  });

  it('[LINK-84] if the simulator ignores control lines, requests stay pending until the close and bytes still flow', async () => {
    const server = await startSimulatorServer({ knowsLines: false });
    servers.push(server);
    const time = createFakeClock();
    const port = await opened(createWebSocketSerialLink(server.url, Socket, time));
    const asked = port.setSignals({ dtr: false });
    expect(await port.write(new Uint8Array([65]))).toMatchObject({ ok: true });
    expect(await server.received(1)).toHaveLength(1);
    await port.close();
    expect(await asked).toMatchObject({ ok: false, error: { kind: 'closed' } });
  });

  it('[LINK-101] a late answer settles its own request and not the next one', async () => {
    const server = await startSimulatorServer();
    servers.push(server);
    const time = createFakeClock();
    const port = await opened(createWebSocketSerialLink(server.url, Socket, time));
    const answer = server.holdAnswers();
    server.setInputs({ cts: false, dsr: false, dcd: false, ri: true });
    const driving = port.setSignals({ dtr: false });
    const late = port.readSignals();
    await expect.poll(() => server.driven().length).toBe(1);
    server.setInputs({ cts: true, dsr: true, dcd: true, ri: false });
    const asked = port.readSignals();
    answer();
    expect(await asked).toEqual({
      ok: true,
      value: { cts: true, dsr: true, dcd: true, ri: false },
    });
    expect(await driving).toMatchObject({ ok: true });
    expect(await late).toMatchObject({ ok: true, value: { cts: false, ri: true } });
    await port.close();
    expect(time.pendingTimers()).toBe(0);
  });

  const stuckWrite = async () => {
    const server = await startSimulatorServer();
    servers.push(server);
    const time = createFakeClock();
    const port = await opened(createWebSocketSerialLink(server.url, Socket, time));
    server.pause();
    const settled: unknown[] = [];
    void port.write(new Uint8Array(32 * 1024 * 1024)).then((result) => settled.push(result));
    await time.advance(4_000);
    expect(settled).toEqual([]);
    return { server, time, port, settled };
  };

  it('[SR-30] a write waits while the socket buffers too much, and fails when it is aborted', async () => {
    const { time, port, settled } = await stuckWrite();
    port.abort();
    await time.advance(100);
    expect(settled).toMatchObject([{ ok: false, error: { kind: 'failed' } }]);
  });

  it('[SR-30] the rest of an aborted write is not sent, also if the next write begins at once', async () => {
    const sent: number[] = [];
    let buffered = 100_000;
    const socket: AnySocket = {
      binaryType: 'arraybuffer',
      get bufferedAmount() {
        return buffered;
      },
      send: ({ length }) => sent.push(length),
      close: () => undefined,
      addEventListener: () => undefined,
    };
    const time = createFakeClock();
    const { port } = createWebSocketPort(socket, time);
    const aborted = port.write(new Uint8Array(200_000));
    await time.settle();
    port.abort();
    void port.write(new Uint8Array(1));
    await time.settle();
    buffered = 0;
    await time.advance(100);
    expect(sent).toEqual([65_536, 1]);
    expect(await aborted).toMatchObject({ ok: false, error: { kind: 'failed' } });
  });

  it('[SR-15] a pending write ends as lost when the connection breaks', async () => {
    const { server, time, port, settled } = await stuckWrite();
    server.cut();
    expect((await port.read()).kind).toBe('lost');
    await time.advance(100);
    expect(settled).toMatchObject([{ ok: false, error: { kind: 'lost' } }]);
    expect(await port.close()).toMatchObject({ ok: true });
    expect(time.pendingTimers()).toBe(0);
  });
});
