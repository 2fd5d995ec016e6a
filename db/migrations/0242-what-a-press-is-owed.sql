-- Every press is owed an answer, in an old alarm too, and no number of presses may empty an account (docs/decisions/0128).

alter table safety_alarms
  -- When it was last pressed while nobody had it, handed back or opened again; empty until then: it counts from its start.
  add column waiting_since timestamptz,
  -- Since when nobody at all of guard companies could be called, here or next door. For whoever watches.
  add column nobody_callable_since timestamptz,
  -- How often the member has called it off and pressed again.
  add column reopenings integer not null default 0 check (reopenings >= 0),
  -- Called off, and the member's next press opens it again (for how long is in app/alarms/policy.ts) instead of making
  -- another: the index below lets nobody press around that.
  add column reopenable boolean not null default false,
  add constraint safety_alarms_reopenable check (not reopenable or (status = 'cancelled' and not is_test));

drop index safety_alarms_one_open;
create unique index safety_alarms_one_open on safety_alarms (reported_by, is_test)
  where status in ('new', 'acknowledged', 'on_site') or reopenable;

alter table alarm_steps
  drop constraint alarm_steps_kind_check,
  add constraint alarm_steps_kind_check
    check (kind in ('call again', 'press', 'answer press', 'widen', 'tell member', 'release', 'ask taker', 'end test'));

-- Whoever wrote KLAR has been told of this press, and may say so once more.
alter table alarm_words add column told_press uuid;
