import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Ore } from '~/shared/money'

/** The cost of SMS and phone calls about alarms. */
export type Costs = {
  alarms: number
  sms: number
  calls: number
  ore: Ore
  testSms: number
  testOre: Ore
  mostOre: Ore
}

/** Deliveries that were sent and cost something. Several calls merged into one message count once. */
export const isPaidFor: RawBuilder<boolean> = sql<boolean>`channel in ('sms', 'voice') and together_with is null
  and state in ('sent', 'unsure', 'delivered')`

/** Cost of one delivery in öre: the provider's figure, or for an SMS without one an estimate per part. */
export const costOre = (partOre: number) => sql`coalesce(cost / 100.0,
  case channel when 'sms' then coalesce(parts, 1) * ${partOre}::numeric else 0 end)`

/**
 * Number and cost of SMS and phone calls for alarms since a day. An SMS without a figure from the provider is
 * estimated per part; a phone call costs what the provider says. Several calls merged into one message count once.
 */
export async function readCosts(db: Database, since: string, partOre: number): Promise<Costs> {
  const { rows } = await sql<Costs>`
    with paid as (
      select alarm.id, alarm.is_test, count(*) filter (where channel = 'sms')::int as sms,
        count(*) filter (where channel = 'voice')::int as calls,
        sum(${costOre(partOre)}) as ore
      from safety_alarms as alarm join alarm_deliveries as delivery on delivery.alarm_id = alarm.id
      where alarm.created_at >= ${since}::timestamp at time zone 'Europe/Stockholm' and ${isPaidFor}
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
