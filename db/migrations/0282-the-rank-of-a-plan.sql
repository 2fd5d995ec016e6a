-- The directory's order by package was the alphabetical order of the packages' names. Their places are numbers now, in
-- app/directory/plan-rank.ts, and the index has to hold the very expression that the query is ordered by. The order that
-- people see is the one they had.
drop index companies_directory;
create index companies_directory on companies
  (postcode, (not is_security_partner), (case plan when 'base' then 1 when 'season' then 2 when 'sponsor' then 3 end),
    name collate "sv-x-icu", id)
  where deleted_at is null and review_state <> 'hidden';
