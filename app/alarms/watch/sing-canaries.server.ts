import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { House } from '~/platform/house.server'
import { oneRun } from '~/platform/work/one-run'
import { callsTo } from '../engine/ways'
import { givenCalls } from '../raise/call-store.server'
import { calleesOf, readPartnerCallees } from '../raise/callee-store.server'
import { insertAlarm } from '../raise/new-alarm-store.server'
import { deadlinesOf, defaultPolicy } from './policy'
import { readSilentPostcodes } from './policy-store.server'

const words = 'Automatiskt testlarm. Ta det här eller svara på vårt SMS, så vet vi att larmet når dig.'
/** People are awake, and it is not yet evening, when alarms come. */
const singingHours = { from: 10, to: 16 }

const hourHere = new Intl.DateTimeFormat('sv-SE', { hour: 'numeric', timeZone: 'Europe/Stockholm' })

/**
 * A chore: raises a canary (our own test alarm) in each open postcode at the policy's interval, through the same
 * tables, engine, providers and phones as a real alarm. A canary that nobody hears is an incident. Returns how many
 * were raised.
 */
export async function singCanaries(house: House): Promise<number> {
  const now = house.clock.now()
  const hour = Number(hourHere.format(now))
  if (hour < singingHours.from || hour >= singingHours.to) return 0
  const silent = await readSilentPostcodes(house.db, now)
  return oneRun((run) => run.each(silent, String, (postcode) => singIn(house, postcode, now)))
}

async function singIn(house: House, postcode: string, now: Date): Promise<boolean> {
  const callees = calleesOf(await readPartnerCallees(house.db, [postcode], now), [postcode], 'partner', null)
  // A postcode with nobody to call shows up as missing coverage; there is nothing to test.
  if (callees.length === 0) return false
  const id = randomUUIDv7()
  const alarm = {
    id,
    key: randomUUID(),
    reportedBy: null,
    origin: 'canary' as const,
    postcode,
    message: words,
    isTest: true,
    position: null,
    place: null,
    isHiding: false,
    deadlines: deadlinesOf(defaultPolicy, { isTest: true, hasPartners: true, isWidened: false, canRing: false }),
    entries: [{ kind: 'raised' as const }, { kind: 'called' as const, facts: { people: callees.length } }],
    calls: givenCalls(house.keys, callsTo(callees, { id, isTest: true }, 'call', 1)),
  }
  // A no-op (unique index) if another process is raising one in this postcode.
  return (await insertAlarm(house.db, alarm, now)) !== null
}
