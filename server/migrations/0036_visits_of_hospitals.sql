-- The visits that one hospital recorded, the newest first: without it every page of that list read all visits.
create index visit_of_hospital on visit (org_id, visited_on desc, id desc) where source = 1;
