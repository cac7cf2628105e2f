-- Every table that grows can be distributed by one column (see distribution.test.ts): a row by its own id, or by that of
-- the row with which it is read. A key cannot be unique, or refer to another row, across the parts of such a table.

-- The role of the calls deletes none of these rows, and each change finds the row to which it refers before it adds one.
alter table recordings drop constraint recordings_asset_id_fkey;
alter table assignments drop constraint assignments_asset_id_fkey;
alter table tickets drop constraint tickets_asset_id_fkey;
alter table ticket_entries drop constraint ticket_entries_ticket_id_fkey;

-- The id of a change is unique over all accounts. `seq` comes from a sequence and only orders the rows.
alter table events drop constraint events_pkey, drop constraint events_id_key, add primary key (id);
create index events_seq on events (seq);

-- The number of a ticket comes from a sequence only: the role of the calls cannot set it.
alter table tickets alter column number drop identity, drop constraint tickets_number_key;
create sequence ticket_numbers as int owned by tickets.number;
select setval('ticket_numbers', coalesce(max(number), 1000) + 1, false) from tickets;
alter table tickets alter column number set default nextval('ticket_numbers');
grant usage on sequence ticket_numbers to batbot_app;
revoke insert, update on tickets from batbot_app;
grant insert (id, version, owner, asset_id, serial, category, audience, title, priority, state, due_at, opened_by,
  opened_at) on tickets to batbot_app;
grant update (version, state, assignee_id, priority, due_at, closed_at) on tickets to batbot_app;
