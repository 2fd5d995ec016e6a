-- Which phones ring is asked of each call that is about to be made. Among all that waits that was a look through every call of
-- a rush, twenty times for each claim; those that ring are as many as there are phones.

create index concurrently if not exists alarm_deliveries_ringing on alarm_deliveries (due_at)
  where channel = 'voice' and state = 'sending';
