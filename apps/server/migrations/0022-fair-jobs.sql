-- A recording that was analysed before waits until the new ones are analysed [ANA-34]. The facts of its pack can be
-- corrected while the job runs: then it is done again [ANA-32].
alter table jobs add column is_repeat boolean not null default false;
drop index jobs_due;
create index jobs_order on jobs (is_repeat, due_at);
grant select (kind, subject), update (due_at, attempts) on jobs to batbot_app;
