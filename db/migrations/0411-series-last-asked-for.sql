-- The latest series that a company was asked for, running or not (docs/decisions/0057).

create index concurrently if not exists booking_series_last_asked on booking_series (company_id, id desc);
