import { Hono } from 'hono'
import { sql } from 'kysely'
import { readAlarmHealth } from '~/alarms/public.server'
import { readSmsStanding } from '~/notifications/public.server'
import { type Database, onDisk } from '~/platform/database/database.server'
import { executeNamed } from '~/platform/database/named-statement.server'
import type { House } from '~/platform/house.server'
import { inTime } from '~/platform/time-limit'
import type { FreeSpace } from './free-space'
import { onceIn } from './once-in'

export type Watched = Pick<House, 'db' | 'clock' | 'config' | 'isClosing'> & { space: Pick<FreeSpace, 'state'> }

/** Timeout after which a monitor is answered, whatever hangs. */
const patienceMs = 3_000
/** Cache time of the checks: anybody may ask, and the database is asked once in this time. */
const askEveryMs = 1_000
/**
 * Shorter for the check that a page makes before it reloads: with a stale answer it would reload into an error page.
 */
const askIfThereEveryMs = 100

/**
 * Health checks for external monitors. /halsa: overall state. /halsa/redo: ready, with a database, for visitors.
 * /halsa/process: whether a load balancer should send visitors here. /halsa/larm: whether alarms are carried out; this
 * one should page somebody. A database that answers may be unable to write, so /halsa and /halsa/larm try a write.
 */
export function healthRoutes(house: Watched) {
  const app = new Hono()
  const inPatience = <Value>(answer: Promise<Value>) => inTime(answer, patienceMs).catch(() => null)
  const shared = <Value>(ask: () => Promise<Value>, everyMs = askEveryMs) => onceIn(everyMs, () => inPatience(ask()))
  const answers = shared(() => sql`select 1`.execute(house.db).then(() => true), askIfThereEveryMs)
  const writes = shared(() => tryToWrite(house.db, house.clock.now()).then(() => true))
  const standing = shared(() => readSmsStanding(house))
  const carriedOut = shared(() => readAlarmHealth(house))

  app.get('/', async (c) => {
    const [database, isWritten] = await Promise.all([answers(), writes()])
    const disk = house.space.state()
    // A low SMS balance is reported but does not fail the check: visitors are served as before.
    const sms = database ? await standing() : null
    const isWell = database && isWritten && disk !== 'full'
    const said = { process: 'ok', database: wordFor(database, isWritten), disk, sms: sms ?? 'unknown' }
    return c.json(said, isWell ? 200 : 503)
  })
  app.get('/redo', async (c) => {
    const ready = !house.isClosing() && (await answers()) === true
    return c.json({ ready }, ready ? 200 : 503)
  })
  // For load balancers: an unreachable database does not take processes out of rotation, since each can still serve the
  // alarm page.
  app.get('/process', (c) => {
    const isOpen = !house.isClosing()
    return c.json({ open: isOpen }, isOpen ? 200 : 503)
  })
  app.get('/larm', async (c) => {
    const [health, isWritten] = await Promise.all([carriedOut(), writes()])
    const disk = house.space.state()
    const isCarriedOut = health?.engine === 'ok' && health.auditor === 'ok' && health.incidents === 0
    // Fails at "low" already, while there is still time to make room on the disk.
    const isWell = isCarriedOut && isWritten && disk === 'ok'
    return c.json({ ...health, database: wordFor(health !== null, isWritten), disk }, isWell ? 200 : 503)
  })
  return app
}

const wordFor = (isThere: boolean | null, isWritten: boolean | null) =>
  isThere ? (isWritten ? 'ok' : 'takes nothing') : 'down'

/** A trial write, to disk like an alarm's, in a row that nobody locks for long. */
async function tryToWrite(db: Database, now: Date) {
  await executeNamed(
    db,
    'trial write',
    sql`
      with written as (
      insert into alarm_pulse (part, at) values ('trial', ${now})
      on conflict (part) do update set at = excluded.at returning part)
    select ${onDisk} from written`,
  )
}
