-- An alarm goes to the larmcentral that a company has named, as one more way to the company itself.

alter table alarm_deliveries
  drop constraint alarm_deliveries_channel_check,
  add constraint alarm_deliveries_channel_check check (channel in ('sms', 'push', 'mail', 'voice', 'centre'));
