-- Several services in one visit, done one after the other (docs/decisions/0196). Each is a booking of its own, with its own price, fee and
-- end; what they share is the visit, which is called by the first of them.

alter table bookings
  add column visit_id uuid references bookings (id),
  add constraint bookings_visit_does_not_repeat check (visit_id is null or series_id is null);
create index bookings_of_visit on bookings (visit_id) where visit_id is not null;

-- A visit is one member's, at one company, in one place, and of at most five services; who belongs to it is said once.
create function hold_visit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.visit_id is not null or new.visit_id <> new.id then
      raise exception 'a booking does not change its visit'
        using errcode = 'check_violation', constraint = 'bookings_as_agreed', table = 'bookings';
    end if;
  elsif not exists (
      select from bookings as first
      where first.id = new.visit_id and first.visit_id = first.id and first.company_id = new.company_id
        and first.customer_id = new.customer_id and first.place = new.place and first.created_at = new.created_at)
    or (select count(*) from bookings where visit_id = new.visit_id) >= 5
  then
    raise exception 'the booking is not of that visit'
      using errcode = 'check_violation', constraint = 'bookings_of_one_visit', table = 'bookings';
  end if;
  return new;
end $$;
create trigger bookings_hold_visit before update of visit_id on bookings
  for each row when (new.visit_id is distinct from old.visit_id) execute function hold_visit();
create trigger bookings_join_visit before insert on bookings
  for each row when (new.visit_id is not null) execute function hold_visit();
