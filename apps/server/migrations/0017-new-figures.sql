-- A cell that was not read at a rest counted as full. The figures of earlier versions are calculated again [ANA-5].
insert into jobs (kind, subject) select distinct 'ROLLUP', recording_id::text from rollups on conflict do nothing;
