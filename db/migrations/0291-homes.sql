-- What a member sets up once, in peace, so that whoever comes finds the right door (docs/decisions/0150). The home is sealed
-- with the product's secret before it gets here: street, floor, name on the door, door code, what a helper must know.
-- It is never copied into an alarm: an alarm that is open reads it, and one that is over cannot.
create table alarm_setups (
  profile_id uuid primary key references profiles (id) on delete cascade,
  -- As app/alarms/home/home-store.server.ts seals it; empty for who has not told, or has taken it back.
  home_sealed text check (home_sealed like 'aes-256-gcm.%'),
  home_saved_at timestamptz,
  -- Whether the phone's position follows an alarm; empty until the member has said yes or no.
  shares_position boolean,
  constraint alarm_setups_home_is_whole check ((home_sealed is null) = (home_saved_at is null))
);
