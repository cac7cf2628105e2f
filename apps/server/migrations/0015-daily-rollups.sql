-- The figures of a recording by day in UTC, a row for each day. Rows of earlier versions are calculated again.
alter table rollups drop constraint rollups_pkey, add column day date;
update rollups set day = (started_at at time zone 'UTC')::date,
  figures = figures || '{"cellSamples": 0, "knownTemperatureS": 0, "outsideS": 0}';
alter table rollups alter column day set not null, add primary key (recording_id, day);
insert into jobs (kind, subject) select 'ROLLUP', recording_id::text from rollups on conflict do nothing;
