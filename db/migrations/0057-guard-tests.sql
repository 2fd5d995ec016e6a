-- A number that worked in the spring may not in the autumn: each guard's phone is tried once a month, and the
-- company is reminded of those that were not.

alter table guards
  -- When the phone last answered: a code that was typed in, or a reply to a test alarm.
  add column tested_at timestamptz,
  add column test_reminded_at timestamptz;

create index guards_by_test on guards (coalesce(tested_at, phone_verified_at))
  where removed_at is null and phone_verified_at is not null;
