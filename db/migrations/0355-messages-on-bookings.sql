-- What the two sides of a booking write to each other about it, so that nobody needs the other's number for 'jag är fem minuter
-- sen'. It goes with the account of whoever wrote it, and with the member's all of it (app/bookings/messages).

create table booking_messages (
  -- The form's: sent twice, it is one.
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  by text not null check (by in ('member', 'company')),
  body text not null check (length(body) between 1 and 1000),
  sent_at timestamptz not null
);
create index booking_messages_of_booking on booking_messages (booking_id, sent_at, id);
