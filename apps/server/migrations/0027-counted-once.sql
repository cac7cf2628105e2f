-- The figures of earlier versions lack the time of their recording, by which it is counted once [ANA-51].
insert into jobs (kind, subject, is_repeat) select distinct 'ROLLUP', recording_id::text, true from rollups on conflict do nothing;
