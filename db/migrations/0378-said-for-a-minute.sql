-- That a job is done, or that nobody was there, is said first and counts a minute later, so that it can be taken back before it has moved money, points
-- or letters (docs/decisions/0203). Until then the booking is what it was; whatever else changes its state or its time ends the saying.

alter table bookings
  -- The deed as app/bookings/booking.ts calls it. It is always the company's: the member says neither.
  add column said text check (said in ('complete', 'mark as no-show')),
  add column said_at timestamptz,
  add constraint bookings_said_whole check ((said is null) = (said_at is null)),
  add constraint bookings_said_while_confirmed check (said is null or status = 'confirmed'),
  add constraint bookings_said_when_begun check (said is null or said_at >= scheduled_at);

create index bookings_said on bookings (said_at, id) where said is not null;

create function end_saying() returns trigger language plpgsql as $$
begin
  new.said := null;
  new.said_at := null;
  return new;
end $$;
create trigger bookings_end_saying before update of status, scheduled_at on bookings
  for each row
  when (old.said is not null and (new.status <> old.status or new.scheduled_at <> old.scheduled_at))
  execute function end_saying();
