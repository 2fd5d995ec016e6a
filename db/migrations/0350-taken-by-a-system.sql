-- A company's own system that takes an alarm by a key has it by the key's name, as everybody reads it. The name stood in the
-- company's, and the first name of its owner, who knew nothing of it, was read after that.
alter table safety_alarms add column taken_by_system text check (length(taken_by_system) between 1 and 40);
