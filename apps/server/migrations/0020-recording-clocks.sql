-- When a recording was received: its figures count as measured then at the latest, also if a clock was ahead [WS-29].
alter table recordings add column received_at timestamptz not null default now();
update recordings r set received_at = e.received_at from events e
  where e.kind = 'addRecording' and e.asset_id = r.asset_id and e.subject_id = r.id::text;
insert into jobs (kind, subject) select 'ROLLUP', id::text from recordings where started_at > received_at
  on conflict do nothing;
