import { beforeAll, expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { addPartner, type Neighbourhood, openNeighbourhood, press } from '../../../../test/support/alarms'
import { explain, explainKept, scansOf, statementsOf } from '../../../../test/support/crowds/plans'
import { useHouse } from '../../../../test/support/house'
import { rememberedSince } from '../../answer/closed-alarm'
import { readSights } from '../alarm-sight-store.server'
import {
  readAlarmForPartner,
  readAlarmOf,
  readAlarmsForPartner,
  readFollowedAlarm,
  readOpenAlarmsFor,
  readPartnerRow,
} from '../alarm-view-store.server'
import { readOpenAlarmsForSystem } from '../system-view-store.server'

/* Query plans with forty thousand alarms of two years in two hundred postcodes. The generic plans of prepared
   statements behind alarm pages and the stream must use an index, also for a company whose area is quiet. */

const house = useHouse()
/** The most rows a query may read of the area's own two hundred: those of the last days. */
const mostOfOnesOwn = 40
let area: Neighbourhood
let alarmId: string

const onlooker = (guardId: string | null) => ({ companyId: area.companyId, guardId })
const now = () => house.clock.now()

const questions = {
  'a company’s board': (db) => readAlarmsForPartner(db, onlooker(null), rememberedSince(now()), now()),
  'a guard’s board': (db) => readAlarmsForPartner(db, area.guard, rememberedSince(now()), now()),
  'the word that an alarm is open': (db) => readOpenAlarmsFor(db, area.guard, now()),
  'the open ones, for a system': (db) => readOpenAlarmsForSystem(db, area.companyId, now()),
  'a guard’s page of one': (db) => readAlarmForPartner(db, area.guard, alarmId, now()),
  'what the member is told': (db) => readFollowedAlarm(db, alarmId, house.clock.now()),
  'the member’s page of one': (db) => readAlarmOf(db, area.member.signedIn.person.id, alarmId, house.clock.now()),
  'what partners are told': (db) => readPartnerRow(db, alarmId),
  'who may see one': (db) =>
    readSights(db, alarmId, { session: new Set(), guard: new Set(['hash of a browser']) }, now()),
} as const satisfies Record<string, (db: Database) => Promise<unknown>>

beforeAll(async () => {
  area = await openNeighbourhood(house)
  await addPartner(house, area.postcode)
  await house.asOwner(`${past('(30000 + n % 200)::text', 40_000, '26 minutes')};
    ${past(`'${area.postcode}'`, 200, '3 days')};
    analyze safety_alarms`)
  alarmId = (await press(house, area.member)).alarmId
})

/** Closed alarms at this interval. */
const past = (postcode: string, many: number, apart: string) => `
  insert into safety_alarms (id, key, postcode, message, status, called_at, created_at, closed_at)
  select uuidv7(ago), gen_random_uuid(), ${postcode}, 'x', 'cancelled', now() + ago, now() + ago, now() + ago
  from generate_series(1, ${many}) as n, lateral (select -n * interval '${apart}' as ago) as past`

test.each(Object.keys(questions) as (keyof typeof questions)[])(
  'the query for %s uses an index and reads no other area’s history',
  async (name) => {
    const statements = await statementsOf(house, questions[name])
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) {
      const plans = [await explain(house, statement)]
      if (statement.name) plans.push(await explainKept(house, statement))
      const scans = plans.flatMap(scansOf).filter(({ relation }) => relation === 'safety_alarms')
      expect(scans.length).toBeGreaterThan(0)
      expect(scans.filter(({ kind, rows }) => kind === 'Seq Scan' || rows > mostOfOnesOwn)).toEqual([])
    }
  },
)
