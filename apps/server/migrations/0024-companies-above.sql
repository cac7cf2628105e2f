-- Changes above the caller, as in 0006, and changes of the company of an account above: events and tickets of the
-- accounts below contain it.
create or replace view changes_above as
  select e.xid, e.seq, e.topic, e.kind, e.subject_id from events e
  where e.owner @> scope() and e.owner <> scope()
    and (e.kind in ('publishDocument', 'retireDocument', 'assign', 'setAssignment', 'moveAccount')
      or e.kind = 'putAccount' and e.body -> 'before' ? 'companyName');
