-- Every two seconds it is asked of each open alarm whether all its calls failed. Of nearly all none has, and this
-- says so without reading what was sent.
create index alarm_deliveries_lost_calls on alarm_deliveries (alarm_id)
  where kind = 'call' and state in ('failed', 'withdrawn');
