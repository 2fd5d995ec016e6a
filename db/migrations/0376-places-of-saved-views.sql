-- Twenty saved views each, held here: two that were saved at once could be the twentieth both, and make twenty-one. A place is a number up to
-- twenty and its owner's alone, as a company's photos have them (0368). What came past the twentieth that way is taken away, the newest first.

alter table saved_views add column place smallint;
update saved_views set place = numbered.place
from (select id, row_number() over (partition by person_id order by created_at, id) as place from saved_views) as numbered
where numbered.id = saved_views.id;
delete from saved_views where place > 20;
alter table saved_views
  alter column place set not null,
  add constraint saved_views_most check (place between 1 and 20),
  add constraint saved_views_place unique (person_id, place);
