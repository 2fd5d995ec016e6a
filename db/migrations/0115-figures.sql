-- Figures that pages show and nobody waits for: counted as things happen, or once when a day is over.

-- How many live and work in each postcode, also in those we have never heard of.
create table postcode_figures (
  code text primary key,
  members integer not null default 0 check (members >= 0),
  companies integer not null default 0 check (companies >= 0)
);

insert into postcode_figures (code, members, companies)
  select code, sum(members), sum(companies) from (
    select postcode as code, count(*) as members, 0 as companies from profiles where user_role = 'member' group by 1
    union all
    select postcode, 0, count(*) from companies where deleted_at is null group by 1
  ) as counted group by code;

create function count_in_postcode(code text, members integer, companies integer) returns void
  language sql as $$
  insert into postcode_figures as figures values (code, greatest(members, 0), greatest(companies, 0))
  on conflict on constraint postcode_figures_pkey
    do update set members = figures.members + count_in_postcode.members,
                  companies = figures.companies + count_in_postcode.companies
$$;

-- A move touches two rows, always in the same order, so that two moves do not wait for each other for ever.
create function count_member() returns trigger language plpgsql as $$
declare
  left_code text := case when tg_op <> 'INSERT' and old.user_role = 'member' then old.postcode end;
  new_code text := case when tg_op <> 'DELETE' and new.user_role = 'member' then new.postcode end;
begin
  if left_code is not distinct from new_code then return null; end if;
  if left_code < new_code then
    perform count_in_postcode(left_code, -1, 0);
    left_code := null;
  end if;
  if new_code is not null then perform count_in_postcode(new_code, 1, 0); end if;
  if left_code is not null then perform count_in_postcode(left_code, -1, 0); end if;
  return null;
end $$;
create trigger profiles_counted after insert or delete or update of postcode, user_role on profiles
  for each row execute function count_member();

create function count_company() returns trigger language plpgsql as $$
declare
  left_code text := case when tg_op <> 'INSERT' and old.deleted_at is null then old.postcode end;
  new_code text := case when tg_op <> 'DELETE' and new.deleted_at is null then new.postcode end;
begin
  if left_code is not distinct from new_code then return null; end if;
  if left_code < new_code then
    perform count_in_postcode(left_code, 0, -1);
    left_code := null;
  end if;
  if new_code is not null then perform count_in_postcode(new_code, 0, 1); end if;
  if left_code is not null then perform count_in_postcode(left_code, 0, -1); end if;
  return null;
end $$;
create trigger companies_counted after insert or delete or update of postcode, deleted_at on companies
  for each row execute function count_company();

-- What happened on a day that is over. Today is counted when it is asked for, by an index on the moment.
create table daily_figures (
  day date not null,
  what text not null check (what in ('sign-ups', 'bookings', 'alarms', 'response seconds')),
  count integer not null check (count >= 0),
  primary key (what, day)
);

create index profiles_by_moment on profiles (created_at);

-- In the order an administrator sees the postcodes.
create index postcodes_by_state on postcodes (state, code);
