-- Phone calls are few among messages; the page that shows them reads the newest.
create index alarm_deliveries_by_voice on alarm_deliveries (id) where channel = 'voice';
