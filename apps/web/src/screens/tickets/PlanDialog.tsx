import { useState } from 'react';
import { Form, Input, Select } from 'antd';
import { setState, type Ticket, type TicketChange } from '@batbot/core/tickets';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';
import { PRIORITY_WORDS } from './ticket-words.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Returns the local day of a time as the date field shows it: "2026-03-12". */
const dayOf = (time: number | undefined): string => {
  if (time === undefined) return '';
  const date = new Date(time);
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
};

/** Changes the priority of a ticket, and the day at whose end it is due. */
export const PlanDialog = ({
  ticket,
  onClose,
}: {
  readonly ticket: Ticket;
  readonly onClose: () => void;
}) => {
  const [priority, setPriority] = useState(ticket.priority);
  const [day, setDay] = useState(() => dayOf(ticket.dueAt));
  const change = (): TicketChange | undefined => {
    const isMoved = day !== dayOf(ticket.dueAt);
    const dueAt = day === '' ? null : new Date(`${day}T23:59:00`).getTime();
    const values = {
      ...(priority !== ticket.priority && { priority }),
      ...(isMoved && { dueAt }),
    };
    return Object.keys(values).length > 0 ? setState(ticket, ticket.state, values) : undefined;
  };
  return (
    <ChangeDialog title="Priority and due day" okText="Save" change={change} onClose={onClose}>
      <Form layout="vertical" component="div">
        <Form.Item label="Priority" htmlFor="ticket-priority">
          <Select
            id="ticket-priority"
            value={priority}
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
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        </Form.Item>
      </Form>
    </ChangeDialog>
  );
};
