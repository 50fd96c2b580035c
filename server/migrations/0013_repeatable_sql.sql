-- Functions that the program brings along are made anew when their text has changed since it was applied; the numbered files
-- before this one made them first.
create table repeatable_sql (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
);
