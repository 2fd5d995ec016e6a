-- 'Kom igång' on a first page is ticked by what is so elsewhere. What no table knows is kept here: that the page lies on the
-- home screen of their phone, as the browser or the person said, and that they want to see the list no more.

create table start_marks (
  profile_id uuid primary key references profiles (id) on delete cascade,
  on_home_screen_at timestamptz,
  put_away_at timestamptz
);
