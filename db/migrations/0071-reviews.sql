-- What members thought of a job that was done, what the company answered, and the company's rating, which follows
-- from them here and nowhere else.

create table reviews (
  id uuid primary key default uuidv7(),
  booking_id uuid not null constraint reviews_once_per_booking unique references bookings (id),
  -- Empty once the author has deleted their account: the words stay without the person.
  author_id uuid references profiles (id) on delete set null,
  -- From the booking, by the trigger below: a review is never of anything else.
  company_id uuid not null references companies (id),
  postcode text not null,
  service_title text not null,
  stars integer not null check (stars between 1 and 5),
  words text not null default '' check (length(words) <= 2000),
  written_at timestamptz not null,
  edited_at timestamptz,
  answer text check (length(answer) between 1 and 2000),
  answered_at timestamptz,
  answer_edited_at timestamptz,
  -- By an administrator. It counts for nothing while it is hidden.
  hidden_at timestamptz,
  hidden_reason text check (length(hidden_reason) between 1 and 1000),
  check ((answer is null) = (answered_at is null)),
  check (answer_edited_at is null or answered_at is not null),
  check ((hidden_at is null) = (hidden_reason is null))
);

create index reviews_shown_of_company on reviews (company_id, id desc) where hidden_at is null;
create index reviews_of_company on reviews (company_id, id desc);
create index reviews_unanswered_of_company on reviews (company_id, id desc) where answer is null and hidden_at is null;
create index reviews_hidden on reviews (id desc) where hidden_at is not null;
create index reviews_of_author on reviews (author_id, id) where author_id is not null;

-- Only whoever booked may review, only what was done, and it is about what was booked.
create function hold_review() returns trigger language plpgsql as $$
begin
  select company_id, postcode, service_title into new.company_id, new.postcode, new.service_title
  from bookings where id = new.booking_id and customer_id = new.author_id and status = 'completed';
  if not found then
    raise exception 'a review is of a completed booking of one''s own'
      using errcode = 'check_violation', constraint = 'reviews_of_own_completed_booking', table = 'reviews';
  end if;
  return new;
end $$;
create trigger reviews_hold before insert on reviews for each row execute function hold_review();

create function hold_review_as_written() returns trigger language plpgsql as $$
begin
  if (new.id, new.booking_id, new.company_id, new.postcode, new.service_title, new.written_at)
    is distinct from (old.id, old.booking_id, old.company_id, old.postcode, old.service_title, old.written_at)
    or (new.author_id is not null and new.author_id is distinct from old.author_id)
  then
    raise exception 'what a review is about is not rewritten'
      using errcode = 'check_violation', constraint = 'reviews_as_written', table = 'reviews';
  end if;
  return new;
end $$;
create trigger reviews_hold_as_written before update on reviews for each row execute function hold_review_as_written();

-- The average is of a sum and a number that are kept with each review, so nobody ever counts them all.
alter table companies
  drop column rating,
  add column rating_sum integer not null default 0 check (rating_sum >= 0),
  add column rating_count integer not null default 0 check (rating_count >= 0),
  add column rating numeric(3, 2) not null
    generated always as (case rating_count when 0 then 0 else round(rating_sum::numeric / rating_count, 2) end) stored
    check (rating = 0 or rating between 1 and 5);

create function keep_rating() returns trigger language plpgsql as $$
declare
  more_stars integer := 0;
  more_reviews integer := 0;
begin
  if tg_op <> 'INSERT' and old.hidden_at is null then
    more_stars := more_stars - old.stars;
    more_reviews := more_reviews - 1;
  end if;
  if tg_op <> 'DELETE' and new.hidden_at is null then
    more_stars := more_stars + new.stars;
    more_reviews := more_reviews + 1;
  end if;
  if more_stars <> 0 or more_reviews <> 0 then
    update companies set rating_sum = rating_sum + more_stars, rating_count = rating_count + more_reviews
    where id = coalesce(new.company_id, old.company_id);
  end if;
  return null;
end $$;
create trigger reviews_keep_rating after insert or delete or update of stars, hidden_at on reviews
  for each row execute function keep_rating();
