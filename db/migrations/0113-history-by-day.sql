-- The history is asked for up to a day; its ids begin with the moment they were made, so a day is a place in them.

-- The first id that can have been made after a day in Stockholm: uuidv7 begins with milliseconds.
create function uuid_after_day(day date) returns uuid
  language sql stable strict parallel safe
  return (lpad(to_hex((extract(epoch from (day + 1)::timestamp at time zone 'Europe/Stockholm') * 1000)::bigint), 12, '0')
    || '70008000000000000000')::uuid;
