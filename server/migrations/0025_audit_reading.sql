-- The trail is read by administrators: newest first within the organisations of a range. A range of one organisation, a
-- rare act and a refusal are each found by an index; a whole province reads backwards by time (`audit_log_at`).
create index audit_log_org on audit_log (org_id, at);
create index audit_log_action on audit_log (action, at);
create index audit_log_refused on audit_log (at) where not success;

-- Nobody is signed in yet while signing in, so those rows had no organisation: they get that of the account.
alter table audit_log disable trigger audit_log_append_only;
update audit_log set org_id = app_user.org_id from app_user
where app_user.id = audit_log.user_id and audit_log.org_id is null and app_user.org_id is not null;
alter table audit_log enable trigger audit_log_append_only;
