-- Administrators find a person among a million, and may shut somebody out with a reason.

alter table profiles
  add column blocked_at timestamptz,
  add column blocked_reason text check (length(blocked_reason) between 1 and 1000),
  add constraint profiles_blocked_with_a_reason check ((blocked_at is null) = (blocked_reason is null));

-- The pages refuse a blocked person in words; this is for the way in that somebody forgets.
create function refuse_session_of_blocked() returns trigger language plpgsql as $$
begin
  if exists (select from profiles where id = new.profile_id and blocked_at is not null) then
    raise exception 'this person is blocked';
  end if;
  return new;
end $$;
create trigger sessions_not_of_blocked before insert on sessions
  for each row execute function refuse_session_of_blocked();

-- What an administrator searches by: name, address, and the number with and without the country.
create function person_admin_text(full_name text, email text, phone text) returns text
  language sql immutable parallel safe
  return plain_text(full_name) || ' ' || email || ' ' || coalesce(phone || ' 0' || substr(phone, 4), '');

create index profiles_for_admins on profiles using gin (person_admin_text(full_name, email, phone) gin_trgm_ops);

-- The newest first within each way of looking; the primary key serves the plain list.
create index profiles_by_role on profiles (user_role, id) where user_role <> 'member';
create index profiles_by_status on profiles (member_status, id);
create index profiles_by_postcode on profiles (postcode, id);
create index profiles_blocked on profiles (id) where blocked_at is not null;
