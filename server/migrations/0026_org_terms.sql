-- Whether an organisation may work at all, and who changed the terms under which it does.

alter table org add column enabled boolean not null default true;

create table org_term_change (
  id bigint generated always as identity primary key,
  org_id bigint not null references org on delete cascade,
  changed_at timestamptz not null default now(),
  -- null: by command
  changed_by bigint references app_user on delete set null,
  -- as they were called then
  changed_by_name text not null,
  changed_by_org text,
  reason text not null,
  -- by field: what it was and what it became
  changes jsonb not null
);
create index org_term_change_org on org_term_change (org_id, id);
create index org_term_change_user on org_term_change (changed_by);
