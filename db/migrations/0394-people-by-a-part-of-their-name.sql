-- Some of the people who have a part of a name, an address or a number, and never more than are asked for: most of a million may
-- have it. Found by the index over what is searched, whatever the planner thinks of how many they are: to go through the table costs
-- seconds where the part is rare, and it cannot know that.
create function people_with(part text, most integer) returns setof uuid
  language sql stable
  set enable_seqscan = off
  set enable_indexscan = off
  set enable_indexonlyscan = off
as $$
  select id from profiles where person_admin_text(full_name, email, phone) like part limit most
$$;
