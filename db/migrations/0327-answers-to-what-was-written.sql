-- A company's thanks stood under a review that had been rewritten from five stars to one. An answer stands under the words
-- that it answered; once they are others it waits for the company to answer anew.
alter table reviews add column answer_stands boolean not null generated always as (
  answer is not null and (edited_at is null or edited_at <= coalesce(answer_edited_at, answered_at))) stored;

drop index reviews_unanswered_of_company;
create index reviews_unanswered_of_company on reviews (company_id, id desc)
  where not answer_stands and hidden_at is null;
