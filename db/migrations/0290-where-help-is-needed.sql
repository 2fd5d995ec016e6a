-- One question at the press: at home, where the phone is, or elsewhere (docs/decisions/0150). Empty where nobody could be
-- asked: the form without a line does not know whether there is a home, and a canary is nowhere.
alter table safety_alarms
  add column place text check (place in ('home', 'here', 'elsewhere')),
  -- 'Ring mig inte, jag gömmer mig': while the alarm is open nothing of ours makes the member's phone sound.
  add column is_hiding boolean not null default false;
