-- Row-level security uses indexes and statistics only for leakproof operators, and those of ltree are not leakproof. So
-- joins use node numbers, and the policies of accounts and assets express "at or below" as a range of the path's text:
-- paths below 1.5 begin with "1.5.", and in byte order "." is directly before "/", which is before all digits.
create function scope_text() returns text language sql stable as
  $$ select nullif(current_setting('batbot.path', true), '') $$;

alter table users
  add column nodes int[] not null generated always as (string_to_array(ltree2text(path), '.')::int[]) stored,
  add column path_text text collate "C" not null generated always as (ltree2text(path)) stored;
create unique index users_node on users (node);
create unique index users_path_text on users (path_text);
grant select (nodes, path_text) on users to batbot_app;
alter policy seen on users using (path_text >= scope_text() and path_text < scope_text() || '/');
alter policy added on users with check (path_text > scope_text() and path_text < scope_text() || '/');
alter policy changed on users using (path_text > scope_text() and path_text < scope_text() || '/');

alter table assets
  add column owner_node int generated always as (ltree2text(subpath(owner, -1))::int) stored,
  add column owner_text text collate "C" not null generated always as (ltree2text(owner)) stored;
drop index assets_owner;
create index assets_owner on assets (owner_text);
alter policy subtree on assets using (owner_text >= scope_text() and owner_text < scope_text() || '/');

alter table events
  add column owner_node int generated always as (ltree2text(subpath(owner, -1))::int) stored,
  add column former_owner_node int generated always as (ltree2text(subpath(former_owner, -1))::int) stored;
alter table documents add column owner_node int generated always as (ltree2text(subpath(owner, -1))::int) stored;
alter table assignments add column audience_node int generated always as (ltree2text(subpath(audience, -1))::int) stored;
