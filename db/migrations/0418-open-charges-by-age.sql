-- The oldest open charges, which an administrator's overview counts to a hundred (attention-plan.test.ts).

create index concurrently if not exists charges_open_by_age on charges (issued_at) where status = 'open';
