-- Administrators look through companies and check the permits of guard companies. A guard company without a
-- valid permit is never active for alarms, whoever asks for it.

-- Asked for without a permit the status stays 'pending' instead of failing: marking a package as paid must
-- not be stopped by a permit that is missing. That a permit lapses is seen by isDispatchable, which knows the day.
create function hold_security_status() returns trigger language plpgsql as $$
begin
  if new.security_status = 'active' and not exists (
    select from security_partner_records
    where company_id = new.id and valid_until >= (now() at time zone 'Europe/Stockholm')::date
  ) then
    new.security_status := 'pending';
  end if;
  return new;
end $$;
create trigger companies_hold_security_status before insert or update of security_status on companies
  for each row execute function hold_security_status();

-- A permit that is taken away or shortened takes the status with it: written again, it is judged again.
create function judge_security_status() returns trigger language plpgsql as $$
begin
  update companies set security_status = security_status
  where id = old.company_id and security_status = 'active';
  return null;
end $$;
create trigger security_partner_records_judge_status after update or delete on security_partner_records
  for each row execute function judge_security_status();

update companies set security_status = security_status where security_status = 'active';

-- What an administrator searches by: name, address of mail, organisation number with and without its dash.
create function company_admin_text(name text, email text, org_number text) returns text
  language sql immutable strict parallel safe
  return plain_text(name) || ' ' || email || ' ' || lower(org_number) || ' ' || regexp_replace(org_number, '\D', '', 'g');

create index companies_for_admins on companies using gin (company_admin_text(name, email, org_number) gin_trgm_ops);
-- Those that wait for a look first, then the newest. Also of those that are gone.
create index companies_in_admin_order on companies
  (((review_state = 'waiting' and deleted_at is null)::int) desc, id desc);
