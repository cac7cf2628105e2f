export {
  type AccountServer,
  type AccountServerOptions,
  startAccountServer,
} from './account-server.ts';
export { permissionFlags } from './accounts/permission-flags.ts';
export type { DemoAccount } from './accounts/demo-accounts.ts';
export { type Deployment, deploymentFromEnv } from './deployment.ts';
export { openDatabase } from './database/open-database.ts';
export { isServerError, type ServerError, type ServerProblem } from './problem.ts';
export { type Environment, readPort, readText } from './settings.ts';
export { type WebConfig, webConfigFromEnv } from './web-host/web-config.ts';
export { reopenMs, ticketTransitions } from './workspace/ticket-states.ts';
export { startWebHost, type WebHost, type WebHostOptions } from './web-host/web-host.ts';
export {
  loadWorld,
  type World,
  type WorldAccount,
  type WorldAsset,
  type WorldAssignment,
  type WorldDocument,
  type WorldEvent,
  type WorldRecording,
  type WorldTicket,
  type WorldTicketEntry,
} from './workspace/load-world.ts';
