-- The figures of earlier versions lack the length of their recording, by which a time is counted once [ANA-51].
insert into jobs (kind, subject, is_repeat) select distinct 'ROLLUP', recording_id::text, true from rollups on conflict do nothing;
