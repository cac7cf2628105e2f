import { lazyPart, type LazyPart } from '../../react/lazy-part.tsx';
import type { GetHelpProps, HelpSavedProps } from './GetHelp.tsx';
import type { TicketFormProps } from './TicketForm.tsx';

const loading = <p role="status">Loading…</p>;

export const TicketDetails = lazyPart(
  async () => (await import('./TicketDetails.tsx')).TicketDetails,
  loading,
);
export const TicketForm: LazyPart<TicketFormProps> = lazyPart(
  async () => (await import('./TicketForm.tsx')).TicketForm,
  loading,
);
export const AssetTickets = lazyPart(
  async () => (await import('./AssetTickets.tsx')).AssetTickets,
  loading,
);
export const GetHelp: LazyPart<GetHelpProps> = lazyPart(
  async () => (await import('./GetHelp.tsx')).GetHelp,
);
export const HelpSaved: LazyPart<HelpSavedProps> = lazyPart(
  async () => (await import('./GetHelp.tsx')).HelpSaved,
);
