-- The workspace, for PGlite and PostgreSQL 15. Row-level security restricts each account to its subtree of `users`
-- [WS-01]; the server's own database user owns the tables and is not restricted.
create extension if not exists ltree;

-- The role for all calls of accounts. It belongs to the cluster, so another database may have created it already.
do $$ begin
  if not exists (select from pg_roles where rolname = 'batbot_app') then
    begin
      create role batbot_app nologin;
    exception when duplicate_object or unique_violation then null; -- created at the same time
    end;
  end if;
  if not pg_has_role(current_user, 'batbot_app', 'member') then
    grant batbot_app to current_user;
  end if;
exception when insufficient_privilege then
  raise exception 'The database needs a role. As a superuser: create role batbot_app nologin; grant batbot_app to %;', current_user;
end $$;

-- The subtree of the call, set for one transaction. If it is not set, the result is null and no row is visible.
create function scope() returns ltree language sql stable as
  $$ select nullif(current_setting('batbot.path', true), '')::ltree $$;

create sequence account_nodes as int;
alter table users
  alter column password_hash drop not null, -- null: invited, no password yet
  add column node int not null default nextval('account_nodes'),
  add column path ltree, -- the nodes from the top of the tree down to this account
  add column version int not null default 1,
  add column max_sub_users int default 0, -- accounts below, at any depth; null: no limit
  add column has_password boolean not null generated always as (password_hash is not null) stored;
with recursive tree as (
  select id, node::text::ltree as path from users where creator_id is null
  union all
  select u.id, tree.path || u.node::text from users u join tree on u.creator_id = tree.id
)
update users u set path = tree.path from tree where tree.id = u.id;
update users set path = node::text::ltree where path is null;
update users u set max_sub_users = null
  where creator_id is null or exists (select from users s where s.creator_id = u.id);
alter table users alter column path set not null;
create unique index users_path on users (path);
create index users_below on users using gist (path);

-- Sets the path of a new account below its creator. For a call of an account, it checks the depth and the limits of all
-- accounts above, which it locks, so that two calls cannot both use the last free place.
create function place_account() returns trigger language plpgsql security definer set search_path from current as $$
declare above users;
begin
  new.path := coalesce((select path from users where id = new.creator_id), ''::ltree) || new.node::text;
  if scope() is null then return new; end if;
  if nlevel(new.path) > 8 then raise exception 'TOO_DEEP' using errcode = 'BB001'; end if;
  for above in select * from users where path @> new.path order by path for no key update loop
    if (select count(*) from users where path <@ above.path and path <> above.path) >= above.max_sub_users then
      raise exception 'SUB_USER_LIMIT' using errcode = 'BB001';
    end if;
  end loop;
  return new;
end $$;
create trigger place_account before insert on users for each row execute function place_account();

-- Deactivating an account in a call ends the sessions of its subtree.
create function end_sessions() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if scope() is not null then
    delete from sessions where user_id in (select id from users where path <@ new.path);
  end if;
  return null;
end $$;
create trigger end_sessions after update of active on users
  for each row when (old.active and not new.active) execute function end_sessions();

alter table users enable row level security;
create policy seen on users for select using (path <@ scope());
create policy added on users for insert with check (path <@ scope() and path <> scope());
create policy changed on users for update using (path <@ scope() and path <> scope());
grant select (id, user_name, email, active, permission, profile_permission, flags, company_name, client_id, client_name,
  creator_id, user_level, phone_number, node, path, version, max_sub_users,
  has_password) on users to batbot_app;
grant insert on users to batbot_app;
grant update (user_name, email, active, permission, profile_permission, flags, company_name, client_id, client_name,
  user_level, phone_number, version, max_sub_users) on users to batbot_app;
grant usage on sequence account_nodes to batbot_app;

-- One-time links with which an account sets its password.
create table invitations (
  user_id text primary key references users (id) on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);
alter table invitations enable row level security;
create policy below on invitations using
  (exists (select from users u where u.id = user_id and u.path <@ scope() and u.path <> scope()));
grant select, insert, update on invitations to batbot_app;

create table assets (
  id uuid primary key,
  version int not null, -- counts changes of the facts, not new snapshots
  owner ltree not null,
  kind text not null,
  state text not null,
  serial text not null,
  -- only letters and digits, forwards and reversed, so that a search finds the beginning or the end
  serial_key text collate "C" not null
    generated always as (upper(regexp_replace(serial collate "C", '[^A-Za-z0-9]', '', 'g'))) stored,
  serial_back text collate "C" not null
    generated always as (reverse(upper(regexp_replace(serial collate "C", '[^A-Za-z0-9]', '', 'g')))) stored,
  maker text,
  model text,
  chemistry text,
  cells int,
  design_capacity_ah float8,
  built_on text,
  installed_in text,
  firmware text,
  place jsonb,
  lat float8 generated always as ((place ->> 'lat')::float8) stored,
  lon float8 generated always as ((place ->> 'lon')::float8) stored,
  snapshot jsonb,
  attention int not null, -- 2: a fault, 1: worn, 0: neither
  seen_at timestamptz
);
create index assets_owner on assets using gist (owner);
create index assets_serial on assets (serial_key, id);
create index assets_serial_back on assets (serial_back);
create index assets_attention on assets (attention, coalesce(seen_at, 'epoch'), id);
create index assets_seen on assets (coalesce(seen_at, 'epoch'), id);
alter table assets enable row level security;
create policy subtree on assets using (owner <@ scope());
grant select, insert, update on assets to batbot_app;

-- Parameter sets, level presets …: the owner's whole subtree can see a released one.
create table documents (
  id uuid primary key,
  version int not null,
  owner ltree not null,
  kind text not null,
  name text not null,
  state text not null,
  hash text not null, -- SHA-256 of the body
  body jsonb not null,
  created_at timestamptz not null default now()
);
create index documents_owner on documents using gist (owner);
create index documents_kind on documents (kind, name, id);
alter table documents enable row level security;
create policy seen on documents for select using (owner <@ scope() or (state <> 'DRAFT' and owner @> scope()));
create policy added on documents for insert with check (owner <@ scope());
create policy changed on documents for update using (owner <@ scope());
grant select, insert, update on documents to batbot_app;

-- A document for an asset, or for the accounts at and below `audience`.
create table assignments (
  id uuid primary key,
  version int not null,
  owner ltree not null,
  document_id uuid not null references documents (id),
  audience ltree not null,
  asset_id uuid references assets (id),
  mode text not null,
  state text not null,
  expires_at timestamptz,
  created_at timestamptz not null default now()
);
create index assignments_owner on assignments using gist (owner);
create index assignments_audience on assignments using gist (audience);
create index assignments_created on assignments (created_at, id);
alter table assignments enable row level security;
create policy seen on assignments for select
  using (owner <@ scope() or audience <@ scope() or audience @> scope());
create policy added on assignments for insert with check (owner <@ scope());
create policy changed on assignments for update using (owner <@ scope());
grant select, insert, update on assignments to batbot_app;

create table recordings (
  id uuid primary key,
  owner ltree not null,
  asset_id uuid not null references assets (id),
  started_at timestamptz not null,
  duration_s float8 not null,
  samples int not null,
  cells int not null,
  temperatures int not null,
  chunks jsonb not null,
  sealed boolean not null,
  schema_version int not null
);
create index recordings_owner on recordings using gist (owner);
create index recordings_asset on recordings (asset_id, started_at, id);
create index recordings_started on recordings (started_at, id);
alter table recordings enable row level security;
create policy subtree on recordings using (owner <@ scope());
grant select, insert on recordings to batbot_app;

-- One row for each change, which is never updated. `xid` orders rows that commit late: see `changes`.
create table events (
  seq bigint generated always as identity primary key,
  id uuid not null unique,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null,
  received_at timestamptz not null default now(),
  actor_id text not null,
  actor_name text not null,
  owner ltree not null,
  former_owner ltree, -- the owner before a move
  topic text not null,
  kind text not null,
  subject_id text not null,
  asset_id uuid,
  version int,
  body jsonb not null,
  app_version text
);
create index events_owner on events using gist (owner);
create index events_former_owner on events using gist (former_owner) where former_owner is not null;
create index events_asset on events (asset_id, seq);
create index events_feed on events (xid, seq);
alter table events enable row level security;
create policy seen on events for select using (owner <@ scope() or former_owner <@ scope());
create policy added on events for insert with check (owner <@ scope() and actor_id = current_setting('batbot.account'));
grant select, insert on events to batbot_app;

-- Pieces of recordings and documents by their SHA-256. `body` is null if a folder stores the bytes.
create table blobs (
  sha256 text primary key,
  bytes int not null,
  used_at timestamptz not null default now(),
  body bytea
);
-- The references to a piece. The topic UPLOAD marks an upload to which nothing else refers yet.
create table blob_refs (
  sha256 text not null references blobs (sha256),
  row_id text not null,
  topic text not null,
  owner ltree not null,
  account_id text not null, -- the account for whose limit it counts
  primary key (sha256, row_id)
);
create index blob_refs_account on blob_refs (account_id);
alter table blob_refs enable row level security;
create policy seen on blob_refs for select using (owner <@ scope());
create policy added on blob_refs for insert with check (owner <@ scope() and topic <> 'UPLOAD');
grant select, insert on blob_refs to batbot_app;
