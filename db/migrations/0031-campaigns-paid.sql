-- Whether a campaign is paid for follows from its months, and is asked for each offer that is shown. An offer's
-- own is_active says one thing only: that its company has not ended it.
create index season_slots_of_offer on season_slots (offer_id);

update offers set is_active = true
where not is_active and exists (select from season_slots where offer_id = offers.id and status <> 'released');
