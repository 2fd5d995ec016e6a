-- Its place is taken by alarm_deliveries_of_alarm_by_kind.
drop index alarm_deliveries_of_alarm;
