-- The people of a security partner: whom an alarm is sent to, and who walk the patrols. They have no account;
-- each comes in by a secret link of their own, of which only the hash is kept. What would make an alarm end in
-- nobody's pocket is held here: nobody is on duty without an end, and a number that was changed is unverified.

create table guards (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  -- Gone once the guard is removed; the name stays with the shifts that were walked.
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  phone_verified_at timestamptz,
  on_duty_since timestamptz,
  on_duty_until timestamptz,
  -- SHA-256 of the secret, as hexadecimal digits. Empty: no link, or one that was revoked.
  link_hash text unique check (link_hash ~ '^[0-9a-f]{64}$'),
  link_made_at timestamptz,
  link_used_at timestamptz,
  -- Where the phone was last, if the guard shares it, and only while on duty: it sorts the nearest first.
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  position_at timestamptz,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  check (phone is not null or removed_at is not null),
  check (phone_verified_at is null or phone is not null),
  check ((on_duty_since is null) = (on_duty_until is null)),
  check (on_duty_since < on_duty_until and on_duty_until <= on_duty_since + interval '24 hours'),
  check ((latitude is null) = (longitude is null) and (latitude is null) = (position_at is null)),
  check (position_at is null or on_duty_since is not null),
  check (removed_at is null or (phone is null and link_hash is null and on_duty_since is null))
);

create unique index guards_one_per_phone on guards (company_id, phone) where removed_at is null;
create index guards_by_phone on guards (phone) where removed_at is null;
create index guards_on_duty on guards (company_id, on_duty_until)
  where removed_at is null and on_duty_since is not null and phone_verified_at is not null;

create function keep_guard_honest() returns trigger language plpgsql as $$
begin
  if new.phone is distinct from old.phone then new.phone_verified_at := null; end if;
  if new.on_duty_since is null then
    new.latitude := null;
    new.longitude := null;
    new.position_at := null;
  end if;
  return new;
end $$;
create trigger guards_keep_honest before update on guards for each row execute function keep_guard_honest();

-- The dispatch list of a postcode begins with its active partners.
create index companies_called_to_alarms on companies (postcode, id)
  where is_security_partner and security_status = 'active' and review_state <> 'hidden' and deleted_at is null;
