import { useState } from 'react';
import { Form, Input, Select } from 'antd';
import { baseOf, setState, type Ticket, type TicketChange } from '@batbot/core/tickets';
import { dueDay, dueTime } from '../../text/due-day.ts';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';
import { PRIORITY_WORDS } from './ticket-words.ts';

const dayOf = (time: number | undefined): string => (time === undefined ? '' : dueDay(time));

/** Changes the priority of a ticket, and the day at whose end it is due. */
export const PlanDialog = ({
  ticket,
  onClose,
}: {
  readonly ticket: Ticket;
  readonly onClose: () => void;
}) => {
  const [seen] = useState(ticket);
  // Undefined until the user changes it: then it shows what is known now, which others may have changed.
  const [priority, setPriority] = useState<Ticket['priority']>();
  const [day, setDay] = useState<string>();
  const change = (): TicketChange | undefined => {
    const isMoved = day !== undefined && day !== dayOf(ticket.dueAt);
    const dueAt = day ? dueTime(day) : null;
    const values = {
      ...(priority !== undefined && priority !== ticket.priority && { priority }),
      ...(isMoved && { dueAt }),
    };
    const changed = (['priority', 'dueAt'] as const).filter((key) => key in values);
    if (changed.length === 0) return undefined;
    return setState(baseOf(seen, ticket, changed), ticket.state, values);
  };
  return (
    <ChangeDialog title="Priority and due day" okText="Save" change={change} onClose={onClose}>
      <Form layout="vertical" component="div">
        <Form.Item label="Priority" htmlFor="ticket-priority">
          <Select
            id="ticket-priority"
            value={priority ?? ticket.priority}
            options={Object.entries(PRIORITY_WORDS).map(([value, label]) => ({
              value: Number(value),
              label,
            }))}
            onChange={setPriority}
          />
        </Form.Item>
        <Form.Item label="Due" htmlFor="ticket-due" extra="At the end of this day. Empty: not due.">
          <Input
            id="ticket-due"
            type="date"
            value={day ?? dayOf(ticket.dueAt)}
            onChange={({ target }) => setDay(target.value)}
          />
        </Form.Item>
      </Form>
    </ChangeDialog>
  );
};
