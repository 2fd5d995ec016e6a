-- Questions from the start page become an inbox: who takes one, what was answered, and that it is dealt with.

alter table contact_messages
  add column state text not null default 'new' check (state in ('new', 'answered', 'closed')),
  add column assigned_to uuid references profiles (id) on delete set null;

create index contact_messages_open on contact_messages (id) where state = 'new';
create index contact_messages_assigned on contact_messages (assigned_to, id) where state <> 'closed';

create table contact_answers (
  id uuid primary key default uuidv7(),
  -- Made when the form was shown: an answer sent twice is one mail.
  key uuid not null unique,
  message_id uuid not null references contact_messages (id) on delete cascade,
  answer text not null check (length(answer) between 1 and 5000),
  answered_by uuid references profiles (id) on delete set null,
  answered_at timestamptz not null
);
create index contact_answers_of_message on contact_answers (message_id, id);
