-- Times of reports that were in the future, because a clock was wrong: later reports must replace them [WS-29].
update assets set
  snapshot = case when (snapshot ->> 'at')::timestamptz > now() then jsonb_set(snapshot, '{at}', to_jsonb(now())) else snapshot end,
  place = case when (place ->> 'at')::timestamptz > now() then jsonb_set(place, '{at}', to_jsonb(now())) else place end,
  parameters = case when (parameters ->> 'at')::timestamptz > now() then jsonb_set(parameters, '{at}', to_jsonb(now()))
    else parameters end,
  installs = (select coalesce(jsonb_object_agg(key, case when (value ->> 'at')::timestamptz > now()
    then jsonb_set(value, '{at}', to_jsonb(now())) else value end), '{}') from jsonb_each(installs)),
  seen_at = least(seen_at, now())
where seen_at > now() or (snapshot ->> 'at')::timestamptz > now() or (place ->> 'at')::timestamptz > now()
  or (parameters ->> 'at')::timestamptz > now()
  or exists (select from jsonb_each(installs) where (value ->> 'at')::timestamptz > now());

-- Whether the firmware of an asset was entered or installed after a time. Events of former owners count too, which the
-- caller does not see.
create function has_later_firmware(asset uuid, since timestamptz) returns boolean
  language sql stable security definer set search_path from current as $$
  select exists (select from events where asset_id = asset and least(at, received_at) > since
    and (kind = 'putAsset' and body -> 'after' ->> 'firmware' is not null
      or kind = 'reportInstall' and body -> 'after' ->> 'outcome' = 'DONE'))
$$;

-- The accounts below a removed account belong to the nearest account above.
update users u set creator_id = (select a.id from users a where a.path @> u.path and a.id <> u.id
  order by nlevel(a.path) desc limit 1) where creator_id is null;
