-- The hourly sweep finds the requests that have lapsed without reading those that have not.

create index email_changes_by_end on email_changes (expires_at);
