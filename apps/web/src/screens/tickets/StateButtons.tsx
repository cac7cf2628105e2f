import { useRef, useState } from 'react';
import { Button, Flex, Form, Select } from 'antd';
import {
  assigneesOf,
  baseOf,
  isDone,
  nextStates,
  setState,
  type Ticket,
  type TicketState,
} from '@batbot/core/tickets';
import { accountsOf } from '@batbot/core/workspace';
import { singleClick } from '../../react/single-click.ts';
import { useLive } from '../../react/use-live.ts';
import { usePageFocus } from '../../react/use-page-focus.ts';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';
import type { ChangeWriter } from '../workspace/use-change-writer.ts';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';
import { actionText } from './ticket-words.ts';
import { useRoles } from './use-tickets.ts';

const AssignDialog = ({
  ticket,
  onClose,
}: {
  readonly ticket: Ticket;
  readonly onClose: () => void;
}) => {
  const { rows$, userId } = useReadyWorkspace();
  const accounts = assigneesOf(ticket, accountsOf(useLive(rows$)));
  // An account that may not be chosen has no name here.
  const present = accounts.find(({ id }) => id === ticket.assigneeId)?.id;
  const [chosen, choose] = useState(present ?? userId);
  const [seen] = useState(ticket);
  const base = baseOf(seen, ticket, ['state', 'assigneeId']);
  return (
    <ChangeDialog
      onClose={onClose}
      title="Assign the ticket"
      okText="Assign"
      change={() => setState(base, 'ASSIGNED', { assigneeId: chosen })}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label="To"
          htmlFor="ticket-assignee"
          extra="Accounts that see the ticket and have the permission for service."
        >
          <Select
            id="ticket-assignee"
            showSearch={{ optionFilterProp: 'label' }}
            value={chosen}
            options={[
              { value: userId, label: 'Me' },
              ...accounts
                .filter(({ id }) => id !== userId)
                .map(({ id, userName }) => ({ value: id, label: userName })),
            ]}
            onChange={choose}
          />
        </Form.Item>
      </Form>
    </ChangeDialog>
  );
};

/** The buttons for the states that the user may set now. */
export const StateButtons = ({
  ticket,
  writer,
}: {
  readonly ticket: Ticket;
  readonly writer: ChangeWriter;
}) => {
  const { userId } = useReadyWorkspace();
  const roles = useRoles(ticket);
  const [isAssigning, setAssigning] = useState(false);
  const [now] = useState(() => Date.now());
  const states = nextStates(ticket, roles, now);
  const isService = roles.includes('service');
  // An assigned ticket can be assigned to somebody else, in any state that is not done.
  const reassigns = isService && ticket.state === 'ASSIGNED';
  const group = useRef<HTMLDivElement>(null);
  usePageFocus(ticket.state, group);
  const set = (state: TicketState): void => {
    // The user who starts the work becomes the assignee, if there is none yet. That of an account above has no id here.
    const isHidden = ticket.state === 'ASSIGNED' || ticket.assigneeName !== undefined;
    const isFirst = state === 'WORKING' && ticket.assigneeId === undefined && !isHidden;
    void writer.write(setState(ticket, state, isFirst ? { assigneeId: userId } : {}));
  };
  if (states.length === 0 && !reassigns) return null;
  // The usual next step: work on an open ticket, then its end.
  const main =
    states.find((state) => state === 'WORKING' && !isDone(ticket.state)) ?? states.find(isDone);
  const order = [
    ...(main === undefined ? [] : [main]),
    ...(reassigns ? (['ASSIGNED'] as const) : []),
    ...states.filter((state) => state !== main),
  ];
  return (
    <Flex ref={group} tabIndex={-1} wrap gap={8} role="group" aria-label="Change the state">
      {order.map((state) => (
        <Button
          key={state}
          type={state === main ? 'primary' : 'default'}
          onClick={singleClick(() => {
            if (state === 'ASSIGNED') setAssigning(true);
            else set(state);
          })}
        >
          {actionText(ticket.state, state)}
        </Button>
      ))}
      {isAssigning && <AssignDialog ticket={ticket} onClose={() => setAssigning(false)} />}
    </Flex>
  );
};
