-- Cancels the assignments to an account of documents that it does not see any more, with an event each. The caller has
-- moved the account. The assignments may have been made by an account above the caller.
create function cancel_lost_assignments(moved text) returns void
  language plpgsql security definer set search_path from current as $$
declare x record;
begin
  for x in select a.*, d.kind as topic from assignments a join documents d on d.id = a.document_id
    join users u on a.audience <@ u.path
    where u.id = moved and u.path <@ scope() and a.state in ('ACTIVE', 'PAUSED') and not d.owner @> a.audience
    order by a.id for update of a loop
    update assignments set state = 'CANCELLED', reason = null, version = x.version + 1 where id = x.id;
    insert into events (id, at, actor_id, actor_name, owner, topic, kind, subject_id, asset_id, version, body)
    select gen_random_uuid(), now(), u.id, u.user_name, x.audience, x.topic, 'setAssignment', x.id, x.asset_id,
      x.version + 1, jsonb_build_object('before', jsonb_build_object('state', x.state),
        'after', jsonb_build_object('state', 'CANCELLED'))
    from users u where u.id = current_setting('batbot.account');
  end loop;
end $$;
