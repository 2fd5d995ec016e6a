-- A guard company may have its alarms received by a larmcentral. What an administrator has seen of that centre's own papers
-- stands beside the company's permit: its class (SSF 136 or EN 50518), who certified it, the certificate and its last day.
-- It changes nothing of who is called: the permit does that.

alter table security_partner_records
  add column centre_class text check (centre_class <> ''),
  add column centre_certifier text check (centre_certifier <> ''),
  add column centre_certificate text check (centre_certificate <> ''),
  add column centre_valid_until date,
  -- All of it, or none.
  add constraint security_partner_records_centre
    check (num_nulls(centre_class, centre_certifier, centre_certificate, centre_valid_until) in (0, 4));
