-- What administrators have done, to be read afterwards and never changed. Without foreign keys: a person
-- who leaves must not be able to change a line here, and the line must not keep the person.

create table audit_log (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  actor_id uuid not null,
  -- What was done, in a few words of ours: 'hide company'.
  deed text not null check (length(deed) between 1 and 100),
  subject_kind text not null check (length(subject_kind) between 1 and 50),
  subject_id text not null check (length(subject_id) between 1 and 100),
  reason text check (length(reason) <= 1000),
  before jsonb not null default '{}',
  after jsonb not null default '{}'
);

create index audit_log_of_subject on audit_log (subject_kind, subject_id, id);

create function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log can only be added to';
end $$;
create trigger audit_log_is_history before update or delete or truncate on audit_log
  for each statement execute function refuse_change_of_history();
