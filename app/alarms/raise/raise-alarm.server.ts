import { createHash, randomUUID, randomUUIDv7 } from 'node:crypto'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { type Database, inTransaction } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import type { Places } from '~/platform/work/first-calls.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import type { Origin } from '../alarm'
import { readCircleCallees } from '../circle/circle-calls-store.server'
import { type Callee, callsTo } from '../engine/ways'
import { countTestsOf, readPressByKey } from '../history/alarm-store.server'
import { deadlinesOf } from '../watch/policy'
import { readPolicy } from '../watch/policy-store.server'
import { givenCalls } from './call-store.server'
import { calleesOf, readPartnerCallees } from './callee-store.server'
import { insertAlarm, type NewAlarm } from './new-alarm-store.server'
import { type Press, parsePress, saysTheSame } from './press'
import { pressAgain } from './press-again.server'
import { withoutWaiting } from './raise-words'

export type Raised = {
  alarmId: string
  /** The press joined an alarm that was already open. */
  joined: boolean
  /** Number of people called at once. If 0, the member must be told so, and to ring 112. */
  partners: number
}

type Ready = Press & { key: string }
type RaisePorts = Pick<House, 'db' | 'clock' | 'keys' | 'tracing' | 'voice'> & Partial<Pick<House, 'firstCalls'>>

/**
 * Any account may raise an alarm, whatever its role or unpaid bills. It is answered once alarm, first messages and
 * deadlines are committed to disk. A retry (same key) is the same alarm; another press while an alarm is open, or was
 * just called off, joins it. There is no rate limit for real alarms.
 */
export async function raiseAlarm(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<Raised>> {
  const { person } = signedIn
  const form = parsePress(values)
  if (!form.ok) return form
  const press: Ready = { ...form.value, key: form.value.key ?? randomUUID() }
  if (press.isTest && (await hasTestedEnough(house.db, person.id, press.key, house.clock.now()))) return testedEnough
  return accepted(await raiseFor(house, person, press, 'member'))
}

/** Raises every alarm: those of a person, and those of a walk home whose time ran out (walk/). */
export async function raiseFor(
  house: RaisePorts,
  { id: personId, postcode }: { id: string; postcode: string },
  first: Ready,
  origin: Exclude<Origin, 'canary'>,
): Promise<Raised> {
  let press = first
  const now = house.clock.now()
  const [policy, list, circle] = await Promise.all([
    readPolicy(house.db, postcode),
    readPartnerCallees(house.db, [postcode], now),
    readCircleCallees(house.db, [personId], { isTest: press.isTest, told: ['at once'] }),
  ])
  const callees = calleesOf(list, [postcode], 'partner', press.position)

  // Retries if an open alarm is closed between the refused insert and the attempt to join it.
  for (;;) {
    const begun = { postcode, personId, origin, press, callees, circle, policy }
    const alarmId = await house.tracing.part('commit', () => commitAlarm(house, begun, now))
    if (alarmId) house.tracing.join(alarmId, 'its beginning')
    if (alarmId) return { alarmId, joined: false, partners: callees.length }
    const known = await readPressByKey(house.db, personId, press.key)
    if (known && saysTheSame(known.message, press.message)) {
      house.tracing.join(known.alarmId, 'a part')
      return { alarmId: known.alarmId, joined: true, partners: callees.length }
    }
    // Same key, other words: the member went back and edited the form. It is a new press and gets a key of its own.
    if (known) {
      press = { ...press, key: keyOfWords(press) }
      continue
    }
    const joined = await joinAlarm(house, personId, press, now)
    if (joined) house.tracing.join(joined, 'a part')
    if (joined) return { alarmId: joined, joined: true, partners: callees.length }
  }
}

/** Rate limit for tests only: guards who are called to tests all evening stop listening. */
const mostTestsAnHour = 3
const testedEnough = refused('Larmet är redan testat', {
  message: 'Du har testat larmet flera gånger den senaste timmen. Behöver du hjälp, larma på riktigt eller ring 112.',
})

async function hasTestedEnough(db: Database, personId: string, key: string, now: Date) {
  if (await readPressByKey(db, personId, key)) return false
  return (await countTestsOf(db, personId, new Date(now.getTime() - 3_600_000))) >= mostTestsAnHour
}

type Begun = {
  postcode: string
  personId: string
  origin: Origin
  press: Ready
  callees: Callee[]
  /** The circle members who are to be told at once. */
  circle: Callee[]
  policy: Parameters<typeof deadlinesOf>[0]
}

function firstEntries(origin: Origin, { isHiding }: Press, people: number): NewAlarm['entries'] {
  return [
    { kind: 'raised', ...(origin === 'walk' ? { facts: { why: 'walk' } } : {}) },
    ...(isHiding ? [{ kind: 'hides' as const }] : []),
    people > 0 ? { kind: 'called', facts: { people } } : { kind: 'no_partners' },
  ]
}

/**
 * Null when this key was used before, or when there is an open alarm to join. Where the engine of this process has free
 * send slots, the commit also claims the first messages, which are then sent without waiting for a NOTIFY
 * (docs/decisions/0225).
 */
async function commitAlarm(house: RaisePorts, begun: Begun, now: Date): Promise<string | null> {
  const { postcode, personId, origin, press, callees, circle, policy } = begun
  const id = randomUUIDv7()
  const hasPartners = callees.length > 0
  const alarm = {
    id,
    key: press.key,
    reportedBy: personId,
    origin,
    postcode,
    message: press.message,
    isTest: press.isTest,
    position: press.position,
    place: press.place,
    isHiding: press.isHiding,
    deadlines: deadlinesOf(policy, {
      isTest: press.isTest,
      hasPartners,
      isWidened: false,
      canRing: house.voice.canRing,
    }),
    entries: firstEntries(origin, press, callees.length),
    calls: givenCalls(house.keys, callsTo([...callees, ...circle], { id, isTest: press.isTest }, 'call', 1)),
  }
  const places = keepPlaces(house, alarm)
  try {
    const claimed = await insertAlarm(house.db, alarm, now, places?.until)
    if (claimed) places?.fill(claimed)
    else places?.free()
    return claimed && id
  } catch (error) {
    places?.lose()
    throw error
  }
}

/** No slots inside an outer transaction, which may still be rolled back, nor for a test, where nobody is waiting. */
function keepPlaces({ db, firstCalls }: RaisePorts, { id, isTest, calls }: NewAlarm): Places | null {
  if (!firstCalls || isTest || db.isTransaction) return null
  const ofEach: Record<string, number> = {}
  for (const channel of calls.flatMap(({ channels }) => channels)) ofEach[channel] = (ofEach[channel] ?? 0) + 1
  return firstCalls.keep(id, ofEach)
}

async function joinAlarm({ db: root, keys, voice }: RaisePorts, personId: string, press: Ready, now: Date) {
  return inTransaction(root, (db) => pressAgain({ db, keys, now, voice }, personId, press))
}

/** A key derived from key and words: a retry of the same words in the same form stays idempotent. */
function keyOfWords({ key, message }: Ready): string {
  const hash = createHash('sha256')
    .update(`${key}\0${withoutWaiting(message)}`)
    .digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
