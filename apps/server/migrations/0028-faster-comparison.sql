-- Compares the values of most assets in one step: for 100,000 assets with 40 values in 3 s instead of 12 s.

-- A list contains another one also in a different order, and an object one with fewer fields, so sets with such values
-- are compared value by value, as before.
create or replace function compare_parameters(reported jsonb, wanted jsonb) returns text language sql immutable as $$
  select case
    when coalesce(reported ->> 'schemaHash' <> wanted -> 'schema' ->> 'hash', true) then 'UNKNOWN'
    when (reported -> 'values') @> (wanted -> 'values')
      and (wanted -> 'values')::text not like all (array['_%[%', '_%{%']) then 'SAME'
    when exists (select from jsonb_each(wanted -> 'values') w where reported -> 'values' -> w.key <> w.value) then 'DIFFERS'
    when exists (select from jsonb_each(wanted -> 'values') w where not reported -> 'values' ? w.key) then 'UNKNOWN'
    else 'SAME' end
$$;

-- As in 0007. With `offset 0`, PostgreSQL compares each asset once, and not once for each count.
create or replace function progress(x assignments) returns table (total int, targets int, done int, failed int)
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
    offset 0
  ) each_target
$$;
