-- The database cluster to which the transaction numbers in `events.xid` and in the cursors of `changes` belong. In another
-- cluster, a restored dump has to work with other numbers: see `settleFeed`.
create table feed (cluster text not null);
insert into feed select system_identifier::text from pg_control_system();
grant select on feed to batbot_app;
