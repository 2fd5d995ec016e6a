-- That somebody thinks a review should not be shown, why, and what an administrator decided. One of each person about each review: a second
-- would be the same word twice. It goes with the person and with the review (docs/decisions/0197).

create table review_reports (
  id uuid primary key default uuidv7(),
  review_id uuid not null references reviews (id) on delete cascade,
  reporter_id uuid not null references profiles (id) on delete cascade,
  reason text not null check (length(reason) between 1 and 1000),
  reported_at timestamptz not null,
  decision text check (decision in ('hidden', 'kept')),
  decided_at timestamptz,
  -- Why it was kept, for whoever reported it; why it was hidden is said to its author.
  answer text check (length(answer) between 1 and 1000),
  constraint review_reports_once unique (review_id, reporter_id),
  check ((decision is null) = (decided_at is null)),
  check ((answer is not null) = (decision is not distinct from 'kept'))
);
create index review_reports_open on review_reports (reported_at) where decision is null;
create index review_reports_of_person on review_reports (reporter_id);
