-- Changes with each restore from a backup, which has other rows than the clients have read: their cursors are refused then.
alter table feed add column restored text not null default '';
