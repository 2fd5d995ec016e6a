-- The directory in the order people see it: safety partners first, then by plan, then by name as a Swede would
-- sort it. A page begins after the last company of the page before, so the whole order must stand in one index,
-- and in one direction: that is why it holds "not a partner" instead of "a partner, descending".
drop index companies_directory;
create index companies_directory on companies
  (postcode, (not is_security_partner), plan, name collate "sv-x-icu", id)
  where deleted_at is null and review_state <> 'hidden';

-- The partners that everyone may see, newest first.
drop index companies_safety_partners;
create index companies_safety_partners on companies (created_at desc, id)
  where is_security_partner and deleted_at is null and review_state <> 'hidden';
