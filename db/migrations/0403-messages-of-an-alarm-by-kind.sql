-- What was said of an alarm, and of what kind. By the alarm alone, tables that nobody has counted yet were read by two indexes at
-- once: every call of a rush for each open alarm, four seconds of the auditor's look among five thousand.

create index concurrently if not exists alarm_deliveries_of_alarm_by_kind on alarm_deliveries (alarm_id, kind, id);
