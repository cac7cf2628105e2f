-- The figures of packs, as in 0013, without scrapped packs.
drop index assets_measured;
create index assets_measured on assets (owner_text)
  include (id, model, measured_at, worst_cell_percent, rest_spread_mv, soh_percent, soc_error_points)
  where measured_at is not null and state <> 'SCRAPPED';
-- Ends the assignments that were lost before 0025. The events name no account, because none ended them.
with lost as (
  update assignments a set state = 'CANCELLED', reason = null, version = a.version + 1
  from documents d, assignments former
  where d.id = a.document_id and former.id = a.id and a.state in ('ACTIVE', 'PAUSED') and not d.owner @> a.audience
  returning a.*, d.kind as topic, former.state as former_state
)
insert into events (id, at, actor_id, actor_name, owner, topic, kind, subject_id, asset_id, version, body)
select gen_random_uuid(), now(), '', 'Account server', audience, topic, 'setAssignment', id, asset_id, version,
  jsonb_build_object('before', jsonb_build_object('state', former_state), 'after', jsonb_build_object('state', 'CANCELLED'))
from lost;
-- A scrapped pack does not need attention.
update assets set attention = 0 where state = 'SCRAPPED' and attention > 0;
