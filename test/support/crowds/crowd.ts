/* A city of made-up companies as one SQL statement, for what must not slow down as postcodes are added. Plain SQL, so
   that measurements outside the test runner can use it too. */

/** `companies` companies spread evenly over `postcodes` postcodes, from `first` on, with one service each. */
export function crowdSql({
  companies,
  postcodes,
  first,
}: {
  companies: number
  postcodes: number
  first: number
}): string {
  return `
    insert into companies (name, org_number, category, address, postcode, email, phone, plan, bio, is_security_partner, rating_sum, rating_count)
    select
      (array['Lind', 'Berg', 'Åström', 'Ek', 'Sjö', 'Öberg', 'Dahl', 'Nygren', 'Holm', 'Ljung', 'Ask'])[1 + n % 11]
        || ' ' || (array['Hem', 'Trädgård', 'Salong', 'Vård', 'Data', 'Hund', 'Fot'])[1 + n % 7] || ' ' || n,
      '556000-0000',
      (array['cleaning', 'garden', 'hair', 'massage', 'foot', 'it', 'accompany', 'dog', 'other'])[1 + n % 9],
      'Storgatan ' || n,
      lpad((${first} + n % ${postcodes})::text, 5, '0'),
      'foretag' || n || '@exempel.se',
      '+46701740600',
      (array['base', 'base', 'base', 'season'])[1 + n % 4],
      'Vi finns nära dig och kommer när det passar.',
      n % 20 = 0,
      n % 6 * 3,
      case n % 6 when 0 then 0 else 3 end
    from generate_series(0, ${companies - 1}) as n;

    -- The trigger would work out a company's words once for its name and once more for its service.
    alter table services disable trigger services_keep_search_text;
    insert into services (company_id, title, category, base_price_cents, duration_min)
    select id, 'Besök hemma', category, 50000, 60 from companies
    where not exists (select from services where company_id = companies.id);
    alter table services enable trigger services_keep_search_text;
    update companies set name = name;
    vacuum analyze companies;
    vacuum analyze services;`
}
