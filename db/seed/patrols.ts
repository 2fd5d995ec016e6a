import {
  hoursAhead,
  hoursOn,
  insertShifts,
  insertSponsorStops,
  planStops,
  takeAllFreeShifts,
  today,
} from '~/patrols/public.server'
import type { Database } from '~/platform/database/database.server'
import { firstDay, monthOf } from '~/shared/month'
import { readMonthsWithStops } from '~/sponsorship/public.server'

const minute = 60_000
const hour = 60 * minute
const pastDays = 21
/** One evening nobody came, so that the pages show a missed shift too. */
const missedDaysAgo = 9
const notes = [
  '',
  '',
  'Trasig lykta vid lekparken, anmäld.',
  '',
  'Lugnt på stationen.',
  '',
  'Pratade med några grannar.',
]

/** Upcoming shifts, three weeks of past patrols, and one shift that is on at whatever hour the demo is opened. */
export async function seedPatrols(db: Database, guardIds: string[], now: Date) {
  const { company_id } = await db
    .selectFrom('guards')
    .select('company_id')
    .where('id', '=', guardIds[0] ?? '')
    .executeTakeFirstOrThrow()
  const here = today(now)
  const past = Array.from({ length: pastDays }, (_, back) => hoursOn(here.subtract({ days: back + 1 })))
  await db
    .insertInto('patrol_shifts')
    .values([
      ...past.map((shift) => row('12540', shift, company_id)),
      row('12531', { day: here.toString(), startsAt: ahead(now, -hour), endsAt: ahead(now, 4 * hour) }, company_id),
    ])
    .execute()
  await insertShifts(db, hoursAhead(now), now)
  // The chore that creates shifts may have run before anybody was seeded, and left them free.
  await takeAllFreeShifts(db, company_id, now)

  const month = monthOf(now)
  for (const paid of await readMonthsWithStops(db, month)) {
    await insertSponsorStops(db, paid, planStops(paid.month, firstDay(paid.month)))
  }
  for (const [index, shift] of past.entries()) {
    const guardId = guardIds[index % 3]
    if (index + 1 !== missedDaysAgo && guardId) await walk(db, shift, guardId, index)
  }
}

type Hours = { day: string; startsAt: Date; endsAt: Date }

const ahead = (from: Date, time: number) => new Date(from.getTime() + time)
const row = (postcode: string, { day, startsAt, endsAt }: Hours, company_id: string) => ({
  ...{ postcode, day, starts_at: startsAt, ends_at: endsAt, company_id },
})

async function walk(db: Database, shift: Hours, guard_id: string, index: number) {
  const { id: shift_id } = await db
    .selectFrom('patrol_shifts')
    .select('id')
    .where('postcode', '=', '12540')
    .where('day', '=', shift.day)
    .executeTakeFirstOrThrow()
  const began_at = ahead(shift.startsAt, (index % 5) * minute)
  await db
    .insertInto('patrol_walks')
    .values({ shift_id, guard_id, began_at, ended_at: ahead(shift.endsAt, -(index % 7) * minute) })
    .execute()
  const planned = await db.selectFrom('sponsor_stops').select('id').where('shift_id', '=', shift_id).execute()
  for (let stop = 0; stop < 4 + (index % 3); stop++) {
    const { id } = await db
      .insertInto('patrol_stops')
      .values({
        key: crypto.randomUUID(),
        shift_id,
        guard_id,
        stopped_at: ahead(shift.startsAt, (stop * 38 + 17 + index) * minute),
        note: notes[(index + stop) % notes.length] ?? '',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const paid = planned[stop]
    if (paid) await db.updateTable('sponsor_stops').set({ stop_id: id }).where('id', '=', paid.id).execute()
  }
}
