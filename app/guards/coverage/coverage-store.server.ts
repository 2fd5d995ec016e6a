import { type RawBuilder, sql } from 'kysely'
import { dispatchable } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { openPostcodes } from '~/postcodes/public.server'
import { type Coverage, coverageLevels } from './coverage'

type Counted = { code: string; companies: number; guards: number; rank: number }

/**
 * For each postcode, by one index look-up: the number of its callable partners, and of their guards and owners who can
 * be reached.
 */
function counted(codes: RawBuilder<unknown>, now: Date): RawBuilder<Counted> {
  return sql<Counted>`
    select code, companies, guards,
      case when guards > 0 then 3 when owners > 0 then 2 when companies > 0 then 1 else 0 end as rank
    from (${codes}) as asked
    cross join lateral (
      select count(*)::int as companies, coalesce(sum(on_duty), 0)::int as guards, count(owner)::int as owners
      from (
        select
          (select count(*) from guards
            where guards.company_id = companies.id and guards.removed_at is null
              and guards.phone_verified_at is not null
              and guards.on_duty_since is not null and guards.on_duty_until > ${now}) as on_duty,
          (select id from profiles
            where profiles.id = companies.owner_id and profiles.phone is not null
              and profiles.phone_verified_at is not null) as owner
        from security_partner_areas join companies on companies.id = security_partner_areas.company_id
        where security_partner_areas.postcode = asked.code and ${dispatchable(now)}
      ) as called
    ) as reached`
}

const nothing = { companies: 0, guards: 0, rank: 0 }

const coverageFrom = ({ companies, guards, rank }: Omit<Counted, 'code'>): Coverage => ({
  level: coverageLevels[rank] ?? 'no partner',
  companies,
  guards,
})

/** How well an alarm from each of these postcodes would be met now. */
export async function readCoverage(
  db: Database,
  postcodes: readonly string[],
  now: Date,
): Promise<Map<string, Coverage>> {
  if (postcodes.length === 0) return new Map()
  const { rows } = await counted(sql`select distinct unnest(${postcodes}::text[]) as code`, now).execute(db)
  return new Map(rows.map((row) => [row.code, coverageFrom(row)]))
}

const askCoverage = builtOnce('coverage', (_: Database, postcode: string, now: Date) =>
  counted(sql`select ${postcode}::text as code`, now),
)

/** As `readCoverage`, for one postcode. */
export async function readCoverageOf(db: Database, postcode: string, now: Date): Promise<Coverage> {
  const [row] = await askCoverage(db, postcode, now)
  return coverageFrom(row ?? nothing)
}

export type CoverageRow = Coverage & { code: string; name: string; rank: number }

/**
 * A page of open postcodes, worst coverage first (keyset pagination after the last row of the page before), and the
 * number at each level. One query for both: it reads one row per postcode in any case.
 */
export async function listCoverage(
  db: Database,
  now: Date,
  after: { rank: number; code: string } | null,
  most: number,
): Promise<{ rows: CoverageRow[]; counts: Record<Coverage['level'], number> }> {
  const { rows } = await sql<{ page: (Counted & { name: string })[]; counts: Record<string, number> | null }>`
    with covered as materialized (${counted(sql`select code from ${openPostcodes} as open`, now)}), page as (
      select covered.*, open.name from covered join ${openPostcodes} as open using (code)
      where (rank, code) > (${after?.rank ?? -1}, ${after?.code ?? ''})
      order by rank, code limit ${most}
    )
    select
      (select coalesce(jsonb_agg(page order by rank, code), '[]') from page) as page,
      (select jsonb_object_agg(rank, postcodes)
        from (select rank, count(*)::int as postcodes from covered group by rank) as at_each) as counts`.execute(db)
  const { page = [], counts = null } = rows[0] ?? {}
  const at = (rank: number) => counts?.[rank] ?? 0
  return {
    rows: page.map((row) => ({ ...coverageFrom(row), code: row.code, name: row.name, rank: row.rank })),
    counts: { 'no partner': at(0), nobody: at(1), 'owner only': at(2), staffed: at(3) },
  }
}

/**
 * Records and returns the open postcodes that have become uncovered (no callable partner) since the previous call. Of
 * concurrent callers, only one gets each postcode.
 */
export async function noteUncovered(db: Database, now: Date): Promise<{ code: string; name: string }[]> {
  const { rows } = await sql<{ code: string; name: string }>`
    with covered as (${counted(sql`select code from ${openPostcodes} as open`, now)}), again as (
      delete from uncovered_postcodes where postcode not in (select code from covered where rank = 0)
    ), added as (
      insert into uncovered_postcodes (postcode, since) select code, ${now} from covered where rank = 0
      on conflict do nothing returning postcode
    )
    select code, name from ${openPostcodes} as open where code in (select postcode from added) order by code`.execute(
    db,
  )
  return rows
}
