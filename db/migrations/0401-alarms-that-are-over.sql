-- What has ended lately near a company is on the board of its guards. By postcode and moment it is found without going
-- through all that ever happened there; without, every alarm of every postcode was looked at.

create index concurrently if not exists safety_alarms_closed on safety_alarms (postcode, closed_at) where closed_at is not null;
