-- What the two overviews show, each figure from an index or a kept sum that holds only what it counts (also 0060,
-- 0065): a member's own jobs that were done, and what a company was asked for last.
create index bookings_completed_of_customer on bookings (customer_id, scheduled_at desc, id desc)
  where status = 'completed';
create index bookings_last_asked_of_company on bookings (company_id, id desc);
