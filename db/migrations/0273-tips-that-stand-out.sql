-- A tip is rewarded as soon as a company signs up, also one that somebody made up. What stands out about tips is shown to an
-- administrator beside the bookings: many to one member in a while ('tips'), and a company that is the member's own by
-- another account: the same browser, or the same number. Written by a chore (app/points/mark-tips.server.ts).

alter table point_marks drop constraint point_marks_why_check;
alter table point_marks add constraint point_marks_why_check
  check (why in ('many', 'much', 'tips', 'same browser', 'same number'));

create index point_entries_recruited on point_entries (at) where kind = 'recruited';
