-- Big screens count the visits of the last days by who recorded them and where the child was screened: without the index
-- they read all visits there are, and looking up the record of each took a province more than a second.
alter table visit add column task_id bigint;
-- Nothing that depends on visits changes.
alter table visit disable trigger user;
update visit set task_id = r.task_id from screening_record as r where r.id = visit.record_id;
alter table visit enable trigger user;
create index visit_recent on visit (created_at) include (task_id, source) where withdrawn_at is null;
