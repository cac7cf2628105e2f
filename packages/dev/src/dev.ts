import { createServer, type Plugin } from 'vite';
import { buildHandbook } from '@batbot/handbook';
import { runUntilStopped } from './start/run-until-stopped.ts';
import { startServices } from './start/services.ts';

/** Serves the /config.json that the web host serves in `npm start`. */
const serveConfig = (config: object): Plugin => ({
  name: 'batbot-config',
  configureServer: ({ middlewares }) => {
    middlewares.use('/config.json', (_request, response) => {
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.end(JSON.stringify(config));
    });
  },
});

/** Serves the handbook, built again for each request. */
const serveHandbook = (): Plugin => ({
  name: 'batbot-handbook',
  configureServer: ({ middlewares }) => {
    middlewares.use('/handbook', (request, response, next) => {
      const path = (request.url ?? '/').split('?', 1)[0]?.slice(1) || 'index.html';
      buildHandbook().then((files) => {
        const type = path.endsWith('.css') ? 'text/css' : 'text/html';
        response.setHeader('Content-Type', `${type}; charset=utf-8`);
        response.end(files.get(path) ?? 'Not found');
      }, next);
    });
  },
});

await runUntilStopped(async (add, signal) => {
  const block = await startServices(
    {
      env: process.env,
      command: 'npm run dev',
      startWeb: async ({ port, config }) => {
        const server = await createServer({
          root: 'apps/web',
          configFile: 'apps/web/vite.config.ts',
          server: { port, strictPort: true },
          plugins: [serveConfig(config), serveHandbook()],
        });
        await server.listen();
        return { url: `http://localhost:${port}`, close: () => server.close() };
      },
    },
    add,
    signal,
  );
  console.log(block);
});
