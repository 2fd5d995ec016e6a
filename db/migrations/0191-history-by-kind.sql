-- The history is asked for by what kind of thing it is about, newest first; a rare kind is found without reading the rest.

create index audit_log_of_kind on audit_log (subject_kind, id);
