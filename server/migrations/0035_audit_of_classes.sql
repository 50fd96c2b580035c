-- Acts on a whole class (its list of results, its report) name it among their details: by this they are found for one
-- of its children. The reader asks for the same expression (`server/audit/student-entries-queries.ts`).
create index audit_log_class on audit_log ((coalesce(detail ->> 'classId', detail -> 'query' ->> 'classId')), at desc)
  where coalesce(detail ->> 'classId', detail -> 'query' ->> 'classId') is not null;
