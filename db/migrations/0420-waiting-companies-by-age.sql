-- The companies that have waited longest for a decision, which an administrator's overview counts to a hundred
-- (attention-plan.test.ts). When another name was asked for is not recorded: those come last.

create index concurrently if not exists companies_to_review_by_wait
  on companies ((case when proposed_name is null then created_at end))
  where review_state = 'waiting' and deleted_at is null;
