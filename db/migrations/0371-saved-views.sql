-- A list as an administrator asks for it, under a name of theirs. `asked` is what the list itself read out of an address and wrote again,
-- and is read by it once more when it is used: it leads to that list and nowhere else.

create table saved_views (
  id uuid primary key default uuidv7(),
  person_id uuid not null references profiles (id) on delete cascade,
  list text not null check (length(list) between 1 and 30),
  name text not null check (length(name) between 1 and 60),
  asked text not null check (length(asked) <= 2000),
  created_at timestamptz not null,
  unique (person_id, list, name)
);
