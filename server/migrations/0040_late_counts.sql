-- All counters that many transactions share are counted by one trigger now, at the commit and in one order: a visit counted
-- its warnings at once and its figures at the commit, a result the other way round, and each could wait for the other.
drop table figure_due;
drop table warning_refresh;
drop trigger if exists class_feed_moves_applied on late_count;
drop trigger if exists letter_moves_applied on late_count;
drop trigger if exists refraction_moves_applied on late_count;
drop trigger if exists late_count_ended on late_count;
drop function apply_figure_moves();
drop function if exists apply_warning_moves();
drop function if exists lock_warning_tallies(bigint[]);
drop function if exists apply_class_feed_moves();
drop function if exists apply_letter_moves();
drop function if exists apply_refraction_moves();
drop function if exists end_late_count();

-- What a transaction is about to add to `warning_tally`.
create unlogged table warning_tally_move (
  tx xid8 not null default pg_current_xact_id(),
  plan_id bigint not null,
  scope smallint not null,
  school_org_id bigint not null,
  province_id text not null,
  city_id text not null,
  region_id text not null,
  level smallint not null,
  status smallint not null,
  warnings integer not null
);
create index warning_tally_move_tx on warning_tally_move (tx);

-- To `class_at_risk`.
create unlogged table class_at_risk_move (
  tx xid8 not null default pg_current_xact_id(),
  plan_id bigint not null,
  task_id bigint not null,
  class_id bigint not null,
  at_risk integer not null,
  incident integer not null
);
create index class_at_risk_move_tx on class_at_risk_move (tx);

-- To `figure_retest`.
create unlogged table retest_move (
  tx xid8 not null default pg_current_xact_id(),
  task_id bigint not null,
  plan_id bigint not null,
  drawn integer not null,
  done integer not null,
  items integer not null,
  errors integer not null
);
create index retest_move_tx on retest_move (tx);

-- Places of plans whose tasks a transaction changed.
create unlogged table plan_place_move (
  tx xid8 not null default pg_current_xact_id(),
  plan_id bigint not null,
  area_id bigint not null
);
create index plan_place_move_tx on plan_place_move (tx);

-- Visits that a transaction recorded, changed or withdrew.
create unlogged table visit_move (tx xid8 not null default pg_current_xact_id(), visit_id bigint not null);
create index visit_move_tx on visit_move (tx);
