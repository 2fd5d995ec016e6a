-- A service says where it is done: at the customer's or at the company's. A home cleaning that was booked without an address
-- showed the firm's own office as its place.

alter table services
  add column place text not null default 'customer' check (place in ('customer', 'company'));
update services set place = 'company' where category in ('hair', 'massage', 'foot');

-- As it was booked. The address is the customer's, and goes with their account (0060).
alter table bookings
  add column place text not null default 'customer' check (place in ('customer', 'company'));
update bookings set place = services.place
from services where services.id = bookings.service_id and bookings.address is null and services.place = 'company';

create function hold_place() returns trigger language plpgsql as $$
begin
  raise exception 'where a job is done is not rewritten'
    using errcode = 'check_violation', constraint = 'bookings_as_agreed', table = 'bookings';
end $$;
create trigger bookings_hold_place before update of place on bookings
  for each row when (new.place <> old.place) execute function hold_place();
