-- Children and adolescents apart from college students: the headline rate is made of the former alone.
alter table figure
  add column pupils integer not null default 0,
  add column college_rated integer not null default 0,
  add column college_myopia integer not null default 0,
  add column college_myopia_low integer not null default 0,
  add column college_myopia_mid integer not null default 0,
  add column college_myopia_high integer not null default 0,
  -- without a degree: kindergartens know none of poor vision, ortho-K lenses hide that of myopia
  add column poor_ungraded integer not null default 0,
  add column myopia_ungraded integer not null default 0,
  add column college_myopia_ungraded integer not null default 0;
alter table figure_move
  add column pupils integer not null default 0,
  add column college_rated integer not null default 0,
  add column college_myopia integer not null default 0,
  add column college_myopia_low integer not null default 0,
  add column college_myopia_mid integer not null default 0,
  add column college_myopia_high integer not null default 0,
  add column poor_ungraded integer not null default 0,
  add column myopia_ungraded integer not null default 0,
  add column college_myopia_ungraded integer not null default 0;
