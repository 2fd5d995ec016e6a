-- The latest requests to a company, of which a series is one (docs/decisions/0057): the bookings that do not repeat. Among the others they
-- were found only by passing over every turn of every series.

create index concurrently if not exists bookings_last_asked_alone on bookings (company_id, id desc) where series_id is null;
