-- A local company as its owner registered it. Badges are not here: they follow from booked months.

create table companies (
  id uuid primary key default uuidv7(),
  -- Empty once the owner has deleted their account.
  owner_id uuid references profiles (id) on delete set null,
  name text not null check (length(name) between 1 and 200),
  -- As typed: a number that fails its check digit gets a hint, never a refusal.
  org_number text not null check (length(org_number) between 1 and 50),
  category text not null check (length(category) between 1 and 100),
  address text not null check (length(address) between 1 and 300),
  postcode text not null check (postcode ~ '^[0-9]{5}$'),
  email text not null check (email = lower(email) and length(email) <= 254),
  phone text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  plan text not null default 'base' check (plan in ('base', 'sponsor', 'season')),
  referred_by_phone text check (referred_by_phone ~ '^\+[1-9][0-9]{6,14}$'),
  is_security_partner boolean not null default false,
  security_status text check (security_status in ('pending', 'active')),
  security_contribution_cents integer not null default 0 check (security_contribution_cents >= 0),
  bio text not null default '' check (length(bio) <= 2000),
  logo_url text,
  rating numeric(3, 2) not null default 0 check (rating between 0 and 5),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

create unique index companies_one_per_owner on companies (owner_id) where deleted_at is null;
create index companies_by_referrer on companies (referred_by_phone) where referred_by_phone is not null;
-- The directory: the companies of a postcode, partners first, then by plan.
create index companies_directory on companies (postcode, is_security_partner desc, plan, id) where deleted_at is null;
create index companies_safety_partners on companies (created_at desc, id) where is_security_partner and deleted_at is null;
