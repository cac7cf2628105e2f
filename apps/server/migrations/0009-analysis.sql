-- The figures of recordings and packs, and the work that the server does by itself.
create table rollups (
  recording_id uuid primary key references recordings (id),
  asset_id uuid not null,
  started_at timestamptz not null,
  version int not null, -- of the algorithms
  figures jsonb not null
);
create index rollups_asset on rollups (asset_id, started_at);
alter table rollups enable row level security;
create policy seen on rollups for select using (exists (select from recordings r where r.id = recording_id)); -- of the subtree
grant select on rollups to batbot_app;

alter table assets add column stats jsonb; -- the newest known figures of its recordings

-- The nightly figures of the packs of an account with many packs, in which they are too slow to calculate for each call.
create table fleet_stats (
  path_text text collate "C" not null,
  metric text not null,
  at timestamptz not null,
  stat jsonb not null,
  primary key (path_text, metric)
);
alter table fleet_stats enable row level security;
create policy own on fleet_stats for select using (path_text = scope_text());
grant select on fleet_stats to batbot_app;

-- One row for each job that is due. A server that takes a job moves `due_at`, so another one takes it over if it fails.
create table jobs (
  kind text not null,
  subject text not null,
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  primary key (kind, subject)
);
create index jobs_due on jobs (due_at);
grant insert on jobs to batbot_app;
