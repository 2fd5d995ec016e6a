-- Pages that are the same for everybody who is logged out are kept by each process of the web until what they show changes
-- (server/pages, docs/decisions/0204). Whoever changes it need not think of them: the tables that those pages read say here, with the
-- commit, which of them are no longer so. A word names what a page is about: 'companies:12540' a postcode's directory,
-- 'company:<id>' a profile, 'partners' those who take alarms, 'responses:12540' a postcode's alarm times, 'all' every one.
--
-- Bookings say nothing here: a commit with a NOTIFY in it waits for every other such commit to reach the disk, alarms' among them.
-- What they tell open pages right after the commit (app/bookings/tell-pages.server.ts) ends what showed a free time.

create function tell_of_company() returns trigger language plpgsql as $$
begin
  perform pg_notify('shown', concat_ws(' ', 'company:' || id, 'companies:' || postcode, case when is_security_partner then 'partners' end))
    from companies where id in (old.company_id, new.company_id);
  return null;
end $$;

-- A company that moves leaves one directory and comes into another.
create function tell_of_companies() returns trigger language plpgsql as $$
begin
  perform pg_notify('shown', concat_ws(' ', 'company:' || coalesce(new.id, old.id), 'companies:' || old.postcode,
    'companies:' || new.postcode, case when old.is_security_partner or new.is_security_partner then 'partners' end));
  return null;
end $$;

-- Whoever is blocked, or has another role, closes their company; and under a review stands who wrote it.
create function tell_of_person() returns trigger language plpgsql as $$
begin
  perform pg_notify('shown', concat_ws(' ', 'company:' || id, 'companies:' || postcode, case when is_security_partner then 'partners' end))
    from companies where owner_id = new.id;
  perform pg_notify('shown', 'company:' || company_id) from reviews where author_id = new.id;
  return null;
end $$;

create function tell_of_postcode() returns trigger language plpgsql as $$
begin
  perform pg_notify('shown', 'responses:' || coalesce(new.postcode, old.postcode));
  return null;
end $$;

create function tell_of_shift() returns trigger language plpgsql as $$
begin
  perform pg_notify('shown', 'responses:' || postcode) from patrol_shifts where id in (old.shift_id, new.shift_id);
  return null;
end $$;

-- Its name stands on each of its pages and on its companies', and whether it is open on the list of all.
create function tell_of_all() returns trigger language plpgsql as $$
begin
  perform pg_notify('shown', 'all');
  return null;
end $$;

do $$
declare
  told record;
begin
  for told in
    select * from (values
      ('companies', 'tell_of_companies', null),
      ('services', 'tell_of_company', null),
      ('company_photos', 'tell_of_company', null),
      ('opening_hours', 'tell_of_company', null),
      ('closed_periods', 'tell_of_company', null),
      ('offers', 'tell_of_company', null),
      ('security_partner_records', 'tell_of_company', null),
      ('security_partner_areas', 'tell_of_company', null),
      ('sponsor_slots', 'tell_of_company', null),
      ('season_slots', 'tell_of_company', null),
      ('reviews', 'tell_of_company', null),
      ('offered_times', 'tell_of_company', '(old.starts_at, old.busy_until, old.answer is null)
        is distinct from (new.starts_at, new.busy_until, new.answer is null)'),
      ('public_figures', 'tell_of_postcode', null),
      ('patrol_parts', 'tell_of_postcode', null),
      ('patrol_payouts', 'tell_of_postcode', null),
      ('patrol_shifts', 'tell_of_postcode', null),
      ('patrol_walks', 'tell_of_shift', null),
      ('patrol_stops', 'tell_of_shift', null),
      ('postcodes', 'tell_of_all', null)
    ) as of_table (name, teller, changed)
  loop
    execute format('create trigger is_shown after insert or delete on %I for each row execute function %I()', told.name, told.teller);
    execute format('create trigger is_shown_anew after update on %I for each row when (%s) execute function %I()',
      told.name, coalesce(told.changed, 'old.* is distinct from new.*'), told.teller);
  end loop;
end $$;

create trigger is_shown_anew after update on profiles for each row
  when ((old.full_name, old.user_role, old.blocked_at) is distinct from (new.full_name, new.user_role, new.blocked_at))
  execute function tell_of_person();
