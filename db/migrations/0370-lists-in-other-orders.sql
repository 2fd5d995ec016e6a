-- The administrators' lists can stand by other columns than by when a row was made. Each order has an index for each way of looking that
-- the list offers with it, as the plain order has, so a page is read from where it begins and never sorts the whole. Rows of one value
-- stand by id, the same way as the column: one index serves both ways.

create index profiles_by_name on profiles (full_name collate "sv-x-icu", id);
create index profiles_by_role_and_name on profiles (user_role, full_name collate "sv-x-icu", id) where user_role <> 'member';
create index profiles_by_status_and_name on profiles (member_status, full_name collate "sv-x-icu", id);
create index profiles_by_postcode_and_name on profiles (postcode, full_name collate "sv-x-icu", id);
create index profiles_blocked_by_name on profiles (full_name collate "sv-x-icu", id) where blocked_at is not null;

-- Companies in one state of their review all have one rank, so the newest are read by id there.
create index companies_by_name on companies (name collate "sv-x-icu", id);
create index companies_in_state on companies (review_state, id) where deleted_at is null;
create index companies_in_state_by_name on companies (review_state, name collate "sv-x-icu", id) where deleted_at is null;
create index companies_gone on companies (id) where deleted_at is not null;
create index companies_gone_by_name on companies (name collate "sv-x-icu", id) where deleted_at is not null;

-- What waits for money is sorted by what it comes to as well; it is a part of all charges. All lists can be of one kind.
create index charges_open_by_sum on charges (gross_cents, id) where status = 'open';
create index charges_open_of_kind on charges (kind, due_on, id) where status = 'open';
create index charges_open_of_kind_by_sum on charges (kind, gross_cents, id) where status = 'open';
create index charges_by_status_and_kind on charges (status, kind, id);

-- Alarms that are over, newest first, by how they ended; those of a postcode have their index already.
create index safety_alarms_over on safety_alarms (status, id) where closed_at is not null;
