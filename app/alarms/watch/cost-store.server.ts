import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Ore } from '~/shared/money'

/** What SMS and phone calls about alarms have cost. */
export type Costs = {
  alarms: number
  sms: number
  calls: number
  ore: Ore
  testSms: number
  testOre: Ore
  mostOre: Ore
}

/** Of deliveries that went out and are paid for: what several calls were said as went out once. */
export const isPaidFor: RawBuilder<boolean> = sql<boolean>`channel in ('sms', 'voice') and together_with is null
  and state in ('sent', 'unsure', 'delivered')`

/** What one of them cost, in öre: as the provider said, or where it did not, what a part of an SMS is reckoned to cost. */
export const costOre = (partOre: number) => sql`coalesce(cost / 100.0,
  case channel when 'sms' then coalesce(parts, 1) * ${partOre}::numeric else 0 end)`

/**
 * Of alarms since then: how many SMS went out and what they cost, as the provider said, and where it did not what a part is
 * reckoned to cost; a phone call is what the provider said. What several calls were said as went out once.
 */
export async function readCosts(db: Database, since: Date, partOre: number): Promise<Costs> {
  const { rows } = await sql<Costs>`
    with paid as (
      select alarm.id, alarm.is_test, count(*) filter (where channel = 'sms')::int as sms,
        count(*) filter (where channel = 'voice')::int as calls,
        sum(${costOre(partOre)}) as ore
      from safety_alarms as alarm join alarm_deliveries as delivery on delivery.alarm_id = alarm.id
      where alarm.created_at >= ${since} and ${isPaidFor}
      group by alarm.id
    )
    select count(*) filter (where not is_test)::int as alarms,
      coalesce(sum(sms) filter (where not is_test), 0)::int as sms,
      coalesce(sum(calls) filter (where not is_test), 0)::int as calls,
      round(coalesce(sum(ore) filter (where not is_test), 0))::int as ore,
      coalesce(sum(sms) filter (where is_test), 0)::int as "testSms",
      round(coalesce(sum(ore) filter (where is_test), 0))::int as "testOre",
      round(coalesce(max(ore) filter (where not is_test), 0))::int as "mostOre"
    from paid`.execute(db)
  return rows[0] as Costs
}
