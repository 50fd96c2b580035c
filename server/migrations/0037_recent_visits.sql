-- Big screens count the visits of the last days, by who recorded them: without it they read all visits there are.
create index visit_recent on visit (created_at) include (record_id, source) where withdrawn_at is null;
