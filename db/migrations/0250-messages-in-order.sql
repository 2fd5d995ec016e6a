-- In a rush first calls go before repeats, and those before what follows up. A try that was never answered is not a refusal:
-- it is counted, and after the second the message is unsure until its report comes. What was sent is paid for, and many
-- calls to one phone at once go out as one.

alter table alarm_deliveries
  -- 0 a first call, and what the taker needs; 1 a repeat; 2 what nobody waits for (turnOf in app/alarms/ways.ts).
  add column turn smallint not null default 0 check (turn between 0 and 2),
  -- Tries whose outcome nobody knows.
  add column unanswered smallint not null default 0,
  -- The message that it went out in, when several calls to a phone were said as one.
  add column together_with uuid,
  -- Parts, and what they cost in hundredths of öre, where the provider says.
  add column parts smallint,
  add column cost integer,
  drop constraint alarm_deliveries_state_check,
  add constraint alarm_deliveries_state_check
    check (state in ('queued', 'sending', 'sent', 'unsure', 'delivered', 'failed', 'withdrawn'));

drop index alarm_deliveries_due;
create index alarm_deliveries_due on alarm_deliveries (is_test, channel, turn, due_at, id)
  where state in ('queued', 'sending');
-- Reports that do not come.
create index alarm_deliveries_unreported on alarm_deliveries (sent_at)
  where channel = 'sms' and state in ('sent', 'unsure');
