-- An SMS at three in the morning is slept through: a step of its own rings those on duty who want it. Only a pressed digit is an
-- answer, and the first that takes or declines counts, however often the provider says it (docs/decisions/0154).

alter table alarm_deliveries
  drop constraint alarm_deliveries_channel_check,
  add constraint alarm_deliveries_channel_check check (channel in ('sms', 'push', 'mail', 'voice')),
  add column digit text check (digit in ('1', '3')),
  add constraint alarm_deliveries_digit check (digit is null or channel = 'voice');

alter table alarm_steps
  drop constraint alarm_steps_kind_check,
  add constraint alarm_steps_kind_check check (kind in
    ('call again', 'ring', 'press', 'answer press', 'widen', 'tell member', 'release', 'ask taker', 'end test'));

-- From the press until phones ring, and how often one rings for it at most; with 0 none does.
alter table alarm_policies
  add column ring_s integer not null default 30 check (ring_s between 15 and 3600),
  add column ring_times integer not null default 5 check (ring_times between 0 and 20);

-- Whoever is on duty is there for this, so they are rung unless they say otherwise; for a test only if they ask.
alter table guards
  add column rings text not null default 'alarms' check (rings in ('never', 'alarms', 'alarms and tests'));
