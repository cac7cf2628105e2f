-- Tickets of the account `owner`, seen by it and by the accounts above it, and their entries, which are never changed.
create table tickets (
  id uuid primary key,
  number int not null unique generated always as identity (start with 1001),
  version int not null, -- counts changes of the state, the assignee, the priority and the due time
  owner ltree not null,
  owner_node int generated always as (ltree2text(subpath(owner, -1))::int) stored,
  owner_text text collate "C" not null generated always as (ltree2text(owner)) stored,
  asset_id uuid references assets (id),
  serial text,
  category text not null,
  audience text not null,
  title text not null,
  priority int not null, -- 1 (highest) to 4
  state text not null,
  is_done boolean not null generated always as (state in ('SOLVED', 'CLOSED')) stored,
  assignee_id text,
  due_at timestamptz,
  opened_by text not null,
  opened_at timestamptz not null,
  closed_at timestamptz -- when it was last solved or closed
);
create index tickets_owner on tickets (owner_text);
create index tickets_order on tickets (is_done, priority, coalesce(due_at, 'infinity'), opened_at, id);
create index tickets_asset on tickets (asset_id) where not is_done;
create index tickets_assignee on tickets (assignee_id) where not is_done;
alter table tickets enable row level security;
create policy subtree on tickets using (owner_text >= scope_text() and owner_text < scope_text() || '/');
grant select, insert, update on tickets to batbot_app;

create table ticket_entries (
  id uuid primary key,
  owner ltree not null, -- that of the ticket
  ticket_id uuid not null references tickets (id),
  kind text not null,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  author_id text not null,
  body jsonb not null,
  pieces jsonb not null
);
create index ticket_entries_owner on ticket_entries using gist (owner);
create index ticket_entries_ticket on ticket_entries (ticket_id, received_at, id);
create index ticket_entries_received on ticket_entries (received_at, id);
alter table ticket_entries enable row level security;
create policy subtree on ticket_entries using (owner <@ scope());
grant select, insert on ticket_entries to batbot_app;

-- The name of a person in a ticket: of an account outside the subtree only its company.
create function person_name(account text) returns text
  language sql stable security definer set search_path from current as $$
  select coalesce(case when path <@ scope() then user_name end, nullif(company_name, '')) from users where id = account
$$;

-- As in 0006, with the tickets.
create or replace function move_account(moved text, below text) returns void
  language plpgsql security definer set search_path from current as $$
declare
  source ltree := (select path from users where id = moved and path <@ scope() and path <> scope());
  target ltree := (select path from users where id = below and path <@ scope());
  kept int := nlevel(source) - 1;
  size int := (select count(*) from users where path <@ source);
  levels int := (select max(nlevel(path)) from users where path <@ source) - kept;
  above users;
begin
  if source is null or target is null or target <@ source then
    raise exception 'CYCLE' using errcode = 'BB001';
  end if;
  if nlevel(target) + levels > 8 then raise exception 'TOO_DEEP' using errcode = 'BB001'; end if;
  for above in select * from users where path @> target and not path @> source order by path for no key update loop
    if (select count(*) from users where path <@ above.path and path <> above.path) + size > above.max_sub_users then
      raise exception 'SUB_USER_LIMIT' using errcode = 'BB001';
    end if;
  end loop;
  update users set creator_id = below where id = moved;
  update users set path = target || subpath(path, kept) where path <@ source;
  update assets set owner = target || subpath(owner, kept) where owner <@ source;
  update documents set owner = target || subpath(owner, kept) where owner <@ source;
  update assignments set owner = target || subpath(owner, kept) where owner <@ source;
  update assignments set audience = target || subpath(audience, kept) where audience <@ source;
  update recordings set owner = target || subpath(owner, kept) where owner <@ source;
  update tickets set owner = target || subpath(owner, kept) where owner <@ source;
  update ticket_entries set owner = target || subpath(owner, kept) where owner <@ source;
  update blob_refs set owner = target || subpath(owner, kept) where owner <@ source;
  update events set owner = target || subpath(owner, kept) where owner <@ source;
  update events set former_owner = target || subpath(former_owner, kept) where former_owner <@ source;
end $$;
