-- Parameters and firmware of devices: what an asset reported last, the author of a document, and assignments in stages.
alter table assets
  add column parameters jsonb, -- the last reported ones: {at, schemaName, schemaHash, hash, values}
  add column installs jsonb not null default '{}'; -- the last install of each image, by the id of its document: {at, outcome}
alter table documents add column author_id text; -- the account that wrote the body
alter table assignments
  add column filter jsonb, -- {kind, maker, model, firmware} of the assets at and below the audience
  add column stages jsonb not null default '[100]', -- rising percentages of the targets
  add column stage int not null default 0,
  add column pause_after_stage boolean not null default false,
  add column stop_at_failed_percent float8,
  add column accepted_failures int not null default 0, -- failures before the assignment was resumed
  add column reason text; -- why the server paused it: STAGE or FAILED

-- A piece of an image can be read by every account that can see the image.
alter policy seen on blob_refs using (owner <@ scope()
  or (topic = 'FIRMWARE_IMAGE' and exists (select from documents d where d.id::text = row_id)));
create policy removed on blob_refs for delete using (owner <@ scope() and topic = 'FIRMWARE_IMAGE');
grant delete on blob_refs to batbot_app;

-- Compares reported parameters with a parameter set. Without a report by the same schema they are unknown.
create function compare_parameters(reported jsonb, wanted jsonb) returns text language sql immutable as $$
  select case
    when coalesce(reported ->> 'schemaHash' <> wanted -> 'schema' ->> 'hash', true) then 'UNKNOWN'
    when exists (select from jsonb_each(wanted -> 'values') w where reported -> 'values' -> w.key <> w.value) then 'DIFFERS'
    when exists (select from jsonb_each(wanted -> 'values') w where not reported -> 'values' ? w.key) then 'UNKNOWN'
    else 'SAME' end
$$;

-- Whether an assignment is for an asset. An asset stays a target when an install has changed its firmware.
create function is_target(x assignments, a assets) returns boolean language sql stable as $$
  select a.owner <@ x.audience and a.state <> 'SCRAPPED' and case when x.asset_id is not null then a.id = x.asset_id
    else jsonb_build_object('kind', a.kind, 'maker', a.maker, 'model', a.model, 'firmware', a.firmware)
      @> (jsonb_build_object('kind', 'PACK') || coalesce(x.filter, '{}')
        - case when a.installs ? x.document_id::text then 'firmware' else '' end) end
$$;

-- Counts the targets of an assignment that the caller can see: all, those of the stages so far, and their results. The
-- stage of an asset follows from the random digits of both ids, so it never changes and newcomers have one too.
create function progress(x assignments) returns table (total int, targets int, done int, failed int)
  language sql stable as $$
  select count(*)::int, (count(*) filter (where is_due))::int, (count(*) filter (where is_due and is_done))::int,
    (count(*) filter (where is_due and is_done is not true and is_tried))::int
  from (
    select (('x' || right(x.id::text, 8))::bit(32) # ('x' || right(a.id::text, 8))::bit(32))::bigint % 100
        < (x.stages ->> x.stage)::int as is_due,
      case d.kind when 'PARAMETER_SET' then compare_parameters(a.parameters, d.body) = 'SAME'
        else a.firmware = d.body ->> 'version' or a.installs -> d.id::text ->> 'outcome' = 'DONE' end as is_done,
      a.installs ? d.id::text as is_tried
    from assets a join documents d on d.id = x.document_id where is_target(x, a)
  ) each_target
$$;

-- Pauses the assignments of a document or moves them to their next stage, with an event. A report by an account below
-- does this too, so the function counts all targets and changes assignments of the accounts above.
create function settle_assignments(document uuid) returns void
  language plpgsql security definer set search_path from current as $$
declare x assignments; former assignments; stage_before int; p record;
begin
  for x in select * from assignments where document_id = document and state = 'ACTIVE'
    and coalesce(expires_at > now(), true) order by id for update loop
    former := x;
    loop
      stage_before := x.stage;
      select * into p from progress(x);
      if p.failed > x.accepted_failures
        and 100 * (p.failed - x.accepted_failures) >= x.stop_at_failed_percent * p.targets then
        x.state := 'PAUSED'; x.reason := 'FAILED';
      elsif p.done + p.failed = p.targets and x.stage + 1 < jsonb_array_length(x.stages) then
        if x.pause_after_stage and p.targets > 0 then x.state := 'PAUSED'; x.reason := 'STAGE';
        else x.stage := x.stage + 1;
        end if;
      end if;
      exit when x.state = 'PAUSED' or x.stage = stage_before;
    end loop;
    continue when x.state = former.state and x.stage = former.stage;
    update assignments set state = x.state, stage = x.stage, reason = x.reason, version = x.version + 1 where id = x.id;
    insert into events (id, at, actor_id, actor_name, owner, topic, kind, subject_id, asset_id, version, body)
    select gen_random_uuid(), now(), u.id, u.user_name, x.audience, d.kind, 'setAssignment', x.id, x.asset_id,
      x.version + 1, jsonb_build_object('before', jsonb_build_object('state', former.state, 'stage', former.stage),
        'after', jsonb_build_object('state', x.state, 'stage', x.stage, 'reason', x.reason))
    from users u, documents d where u.id = current_setting('batbot.account') and d.id = document;
  end loop;
end $$;
