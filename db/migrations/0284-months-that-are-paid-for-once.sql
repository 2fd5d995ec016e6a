-- What was asked for is never rewritten: when a month of it is let go, the rest is asked for anew. Whoever pays by the old
-- number pays the new one.
alter table charges add column replaced_by uuid references charges (id);

-- A sponsor's month is a postcode's. Who has one, paid or waiting to be, does not move away from it: two 'Månadens sponsor'
-- would stand in one place, and nobody in the other.
create function stay_where_sponsored() returns trigger language plpgsql as $$
begin
  if exists (
    select from sponsor_slots
    where company_id = new.id and status in ('reserved', 'active') and postcode <> new.postcode
  ) then
    raise exception 'a company with a booked month stays in its postcode'
      using errcode = 'check_violation', constraint = 'companies_stay_where_sponsored';
  end if;
  return new;
end $$;
create trigger companies_stay_where_sponsored before update of postcode on companies
  for each row when (old.postcode is distinct from new.postcode and new.deleted_at is null)
  execute function stay_where_sponsored();
