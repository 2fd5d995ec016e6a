-- A browser that somebody has logged in with before is not counted together with strangers, so that whoever guesses at
-- an account does not shut its owner out. It holds a secret of its own in a cookie; this is its hash.

create table known_browsers (
  token_hash text not null,
  -- A household may share a browser: the same secret, a row for each.
  profile_id uuid not null references profiles (id) on delete cascade,
  -- The latest login. What has not logged in for more than a year is a stranger again.
  known_at timestamptz not null,
  primary key (token_hash, profile_id)
);

create index known_browsers_by_person on known_browsers (profile_id, known_at);
create index known_browsers_by_age on known_browsers (known_at);
