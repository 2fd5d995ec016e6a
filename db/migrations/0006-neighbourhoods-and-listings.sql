-- Where we are (postcodes and their neighbours), what companies offer there, and the months they have
-- booked to be seen. What must never happen twice is held here and not by a look first.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table postcodes (
  code text primary key check (code ~ '^[0-9]{5}$'),
  name text not null check (length(name) between 1 and 100),
  state text not null default 'planned' check (state in ('planned', 'open', 'closed')),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  created_at timestamptz not null default now()
);

-- Both directions are written, so that a look-up is one index scan.
create table postcode_neighbours (
  code text not null references postcodes (code) on delete cascade,
  neighbour text not null references postcodes (code) on delete cascade,
  primary key (code, neighbour),
  check (code <> neighbour)
);

insert into postcodes (code, name, state, latitude, longitude) values ('12540', 'Älvsjö', 'open', 59.2786, 18.0093);

-- "Alvsjo" finds "Älvsjö": letters without their marks, in lower case. The dictionary is named, which
-- makes the function depend on nothing that can change under an index.
create function plain_text(words text) returns text
  language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, words));

alter table companies
  -- Visible at once; an admin looks afterwards, and may hide with a reason that the company sees.
  add column review_state text not null default 'waiting' check (review_state in ('waiting', 'approved', 'hidden')),
  add column hidden_reason text check (length(hidden_reason) between 1 and 1000),
  add column f_tax_stated boolean not null default false,
  add column insurance_stated boolean not null default false,
  -- How many jobs it can do at the same time.
  add column capacity integer not null default 1 check (capacity between 1 and 50),
  -- Name, category and services as one searchable text; kept by the triggers below.
  add column search_text text not null default '',
  add constraint companies_hidden_with_a_reason check ((review_state = 'hidden') = (hidden_reason is not null));

create table services (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies (id),
  title text not null check (length(title) between 1 and 120),
  description text not null default '' check (length(description) <= 2000),
  category text not null check (length(category) between 1 and 100),
  base_price_cents integer not null check (base_price_cents between 100 and 10000000),
  duration_min integer not null check (duration_min between 1 and 840),
  -- Gives the customer a tax deduction on the labour; the part of the price that is labour.
  is_rut boolean not null default false,
  labour_percent integer not null default 100 check (labour_percent between 0 and 100),
  position integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index services_of_company on services (company_id, position, id) where deleted_at is null;

create table offers (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies (id),
  title text not null check (length(title) between 1 and 120),
  description text not null default '' check (length(description) <= 2000),
  valid_from date not null,
  valid_to date not null,
  postcode text not null check (postcode ~ '^[0-9]{5}$'),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  check (valid_from <= valid_to)
);
create index offers_of_company on offers (company_id, valid_to desc, id);
create index offers_of_postcode on offers (postcode, valid_to, id) where is_active;

-- A weekday may have several spans (a lunch break is the gap between two). Monday is 1.
create table opening_hours (
  company_id uuid not null references companies (id) on delete cascade,
  weekday integer not null check (weekday between 1 and 7),
  opens time not null,
  closes time not null,
  primary key (company_id, weekday, opens),
  check (opens < closes)
);

create table closed_periods (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies (id) on delete cascade,
  from_day date not null,
  to_day date not null,
  reason text not null default '' check (length(reason) <= 200),
  check (from_day <= to_day)
);
create index closed_periods_of_company on closed_periods (company_id, to_day);

create table sponsor_slots (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies (id),
  postcode text not null check (postcode ~ '^[0-9]{5}$'),
  month date not null check (extract(day from month) = 1),
  status text not null default 'reserved' check (status in ('reserved', 'active', 'ended', 'released')),
  includes_rondstop boolean not null default true,
  price_cents integer not null check (price_cents > 0),
  created_at timestamptz not null default now(),
  activated_at timestamptz,
  released_at timestamptz
);
-- Of a hundred applications for one month at the same moment, one is written.
create unique index sponsor_slots_one_live on sponsor_slots (postcode, month) where status in ('reserved', 'active');
create index sponsor_slots_of_company on sponsor_slots (company_id, month);

create table season_slots (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies (id),
  month date not null check (extract(day from month) = 1),
  status text not null default 'reserved' check (status in ('reserved', 'active', 'ended', 'released')),
  campaign_title text not null check (length(campaign_title) between 1 and 120),
  offer_id uuid references offers (id),
  price_cents integer not null check (price_cents > 0),
  created_at timestamptz not null default now(),
  activated_at timestamptz,
  released_at timestamptz
);
create unique index season_slots_one_live on season_slots (company_id, month) where status in ('reserved', 'active');

-- A guard company's permit, as an admin has checked it. Without a valid one it is never active for alarms.
create table security_partner_records (
  company_id uuid primary key references companies (id) on delete cascade,
  authorisation_number text not null check (length(authorisation_number) between 1 and 60),
  authorisation_class text not null check (length(authorisation_class) between 1 and 60),
  valid_until date not null,
  checked_by uuid references profiles (id) on delete set null,
  checked_at timestamptz not null default now()
);

create function company_search_text(company companies) returns text
  language sql stable
  return plain_text(company.name || ' ' || company.category || ' ' || coalesce(
    (select string_agg(title || ' ' || category, ' ') from services
     where company_id = company.id and active and deleted_at is null), ''));

create function keep_company_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := company_search_text(new);
  return new;
end $$;
create trigger companies_keep_search_text before insert or update of name, category on companies
  for each row execute function keep_company_search_text();

create function keep_search_text_of_services() returns trigger language plpgsql as $$
begin
  update companies set search_text = company_search_text(companies)
  where id = coalesce(new.company_id, old.company_id);
  return null;
end $$;
create trigger services_keep_search_text after insert or delete or update of title, category, active, deleted_at on services
  for each row execute function keep_search_text_of_services();

update companies set name = name;

create index companies_by_search_text on companies using gin (search_text gin_trgm_ops) where deleted_at is null;
drop index companies_directory;
create index companies_directory on companies (postcode, is_security_partner desc, plan, id)
  where deleted_at is null and review_state <> 'hidden';
create index companies_to_review on companies (created_at, id) where review_state = 'waiting' and deleted_at is null;
