-- Custom reports as people have designed them. A design belongs to the organisation it was made for; shared, everybody
-- there may open it. What it tells is read by the range of whoever opens it.
create table report_design (
  id bigint generated always as identity primary key,
  org_id bigint not null references org on delete cascade,
  owner_id bigint not null references app_user on delete cascade,
  name text not null,
  shared boolean not null default false,
  design jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint report_design_name unique (org_id, owner_id, name)
);
create index report_design_owner on report_design (owner_id);
