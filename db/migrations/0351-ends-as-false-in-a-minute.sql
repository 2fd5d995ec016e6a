-- An alarm that is said to be false goes on for a minute, so that whoever said it can take it back before anybody is told: what
-- ends it then is a step like every other deadline (docs/decisions/0181).

alter table alarm_steps
  drop constraint alarm_steps_kind_check,
  add constraint alarm_steps_kind_check check (kind in
    ('call again', 'ring', 'press', 'answer press', 'widen', 'tell member', 'release', 'ask taker', 'end test', 'end false'));
