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

/** Whoever watches is answered by then, whatever hangs. */
const patienceMs = 3_000
/** However many ask, and strangers may, the database is asked once in so long. */
const askEveryMs = 1_000
/** A page asks this one before it looks anew, and would be gone for an error page if it were told what no longer holds. */
const askIfThereEveryMs = 100

/**
 * For whoever watches from outside: /halsa says how it is, /halsa/redo whether all is there for visitors, /halsa/process whether to
 * send them here, and /halsa/larm whether alarms are carried out. The last one is what should wake somebody up. A database that answers may be one that
 * cannot write any more, so both try to.
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
    // Little on the account is for a person to see to; visitors are served as before.
    const sms = database ? await standing() : null
    const isWell = database && isWritten && disk !== 'full'
    const said = { process: 'ok', database: wordFor(database, isWritten), disk, sms: sms ?? 'unknown' }
    return c.json(said, isWell ? 200 : 503)
  })
  app.get('/redo', async (c) => {
    const ready = !house.isClosing() && (await answers()) === true
    return c.json({ ready }, ready ? 200 : 503)
  })
  // For a balancer: none of the processes goes because the database does, as each then has the alarm's page to give.
  app.get('/process', (c) => {
    const isOpen = !house.isClosing()
    return c.json({ open: isOpen }, isOpen ? 200 : 503)
  })
  app.get('/larm', async (c) => {
    const [health, isWritten] = await Promise.all([carriedOut(), writes()])
    const disk = house.space.state()
    const isCarriedOut = health?.engine === 'ok' && health.auditor === 'ok' && health.incidents === 0
    // While a disk is only nearly full there is still time to make room on it.
    const isWell = isCarriedOut && isWritten && disk === 'ok'
    return c.json({ ...health, database: wordFor(health !== null, isWritten), disk }, isWell ? 200 : 503)
  })
  return app
}

const wordFor = (isThere: boolean | null, isWritten: boolean | null) =>
  isThere ? (isWritten ? 'ok' : 'takes nothing') : 'down'

/** On disk, as an alarm would be; not in a row that anybody holds for long. */
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
