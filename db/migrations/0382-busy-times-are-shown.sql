-- The first free time on a card goes by the company's own calendar too, so what that says ends the pages with that card on them (0380).

create function tell_of_times() returns trigger language plpgsql as $$
begin
  perform pg_notify('shown', 'times:' || coalesce(new.company_id, old.company_id));
  return null;
end $$;
create trigger is_shown after insert or delete on busy_times for each row execute function tell_of_times();
create trigger is_shown_anew after update on busy_times for each row
  when (old.* is distinct from new.*) execute function tell_of_times();
