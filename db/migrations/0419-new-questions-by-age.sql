-- The oldest unanswered questions, which an administrator's overview counts to a hundred (attention-plan.test.ts).

create index concurrently if not exists contact_messages_new_by_age on contact_messages (created_at) where state = 'new';
