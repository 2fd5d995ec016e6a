-- A code from an app is shown for half a minute and taken for a little longer, so it could be used again by whoever saw
-- it. The step of time that was used last is kept: neither it nor an earlier one is taken again. Wrong codes are counted
-- by the product, browser by browser; a lock of the whole account shut its owner out as well.

alter table two_factors add column last_step bigint;
update two_factors set failed_count = 0, locked_until = null;
