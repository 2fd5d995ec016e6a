-- What the administrators' first page asks for, each from an index that holds only that.

create index bookings_by_moment on bookings (created_at);
create index safety_alarms_by_moment on safety_alarms (created_at) where not is_test;
create index outbox_messages_failed on outbox_messages (created_at) where state = 'failed';
create index security_partner_records_by_end on security_partner_records (valid_until);
