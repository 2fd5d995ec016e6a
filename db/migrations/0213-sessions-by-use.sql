-- A session ends when it has not been used for as long as the role allows (app/platform/auth/session-ends.ts);
-- `updated_at` is when it was last used, to the hour. Sessions of administrators that began under the longer rule end
-- like those that begin today.

update sessions
  set expires_at = least(sessions.expires_at, now() + interval '12 hours', sessions.created_at + interval '7 days')
  from profiles where profiles.id = sessions.profile_id and profiles.user_role = 'admin';
