-- A plan is what a company has a month of, and who takes alarms is an operator's word on a permit that holds, whatever is
-- paid for (docs/decisions/0175). What was stored by the rules before follows.

-- Signed up for a dearer package and chose no month since.
update companies set plan = 'base'
where plan <> 'base'
  and not exists (select from sponsor_slots where company_id = companies.id and status in ('reserved', 'active'))
  and not exists (select from season_slots where company_id = companies.id and status in ('reserved', 'active'));

-- A permit waited for a package to be paid.
update companies set is_security_partner = true, security_status = 'active'
where deleted_at is null and (not is_security_partner or security_status is distinct from 'active')
  and exists (
    select from security_partner_records as permit
    where permit.company_id = companies.id and permit.valid_until >= (now() at time zone 'Europe/Stockholm')::date);
