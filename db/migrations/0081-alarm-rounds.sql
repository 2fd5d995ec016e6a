-- Everything that is said about an alarm has a round, so that the same thing can be said again and never twice
-- for one reason. Presses in a burst are one call, by a step of their own. A postcode has one canary at a time.

alter table safety_alarms
  add column rounds integer not null default 1 check (rounds > 0),
  -- Who has it, as it is told to others; a guard's name is looked up while there is a guard.
  add column taker_company_name text;

alter table alarm_steps
  drop constraint alarm_steps_kind_check,
  add constraint alarm_steps_kind_check
    check (kind in ('call again', 'press', 'widen', 'tell member', 'release', 'ask taker', 'end test'));

create unique index safety_alarms_one_canary on safety_alarms (postcode)
  where origin = 'canary' and status in ('new', 'acknowledged', 'on_site');
create index safety_alarms_canaries on safety_alarms (postcode, id desc) where origin = 'canary';
create index safety_alarms_with_taker on safety_alarms (taken_by_company) where status in ('acknowledged', 'on_site');
-- What settles itself is looked at alarm by alarm.
create index alarm_steps_of_alarm on alarm_steps (alarm_id, id);
