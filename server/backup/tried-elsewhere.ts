import { sql } from 'kysely'
import pg from 'pg'
import { systemClock } from '~/platform/clock.server'
import { ConfigError } from '~/platform/config.server'
import { openDatabase } from '~/platform/database/database.server'
import type { Result } from '~/upkeep/public'
import { noteTriedElsewhere } from '~/upkeep/public.server'
import { loadConfig, openStorage } from '../start/open-storage'
import { type Found, inWords, lookAt } from './look-inside'

/**
 * `npm run tried`: for an operator's own PostgreSQL, whose tools have restored a backup somewhere. Inspects that
 * database like one of ours and records the result where administrators read it. `failed` in place of an address: the
 * restore itself failed. The address holds a password, so it comes in the environment (TRIED_URL): command-line
 * arguments are visible to everybody on the machine.
 */
export async function lookElsewhere(given: string | undefined, address = ''): Promise<string> {
  const loaded = loadConfig()
  if (loaded.secrets.databaseUrl === null) {
    throw new ConfigError('This is for a PostgreSQL of your own (DATABASE_URL): `npm run backup` tries what it copies.')
  }
  const isFailed = given === 'failed'
  if (!isFailed && (given !== undefined || !/^postgres(ql)?:\/\//.test(address))) {
    throw new ConfigError(
      'Which one? TRIED_URL in the environment is the address of what was put back; npm run tried -- failed when it could not be.',
    )
  }
  if (!isFailed && address === loaded.secrets.databaseUrl)
    throw new ConfigError('That is the product’s own database, and no backup of it.')
  const beganAt = systemClock.now()
  const found = isFailed ? null : await look(address).catch(() => null)
  const madeAt = found?.result.madeAt
  if (madeAt && beganAt.getTime() - madeAt.getTime() < aliveMs) {
    throw new ConfigError('A product is at work in that database just now: it is no backup.')
  }
  await tell(loaded, found ? found.result : unreadable, beganAt)
  if (!found) throw new ConfigError('It could not be read; administrators are told.')
  return `As of ${found.result.madeAt?.toISOString()}: ${inWords(found)}; administrators see it under Drift.`
}

/** A heartbeat younger than this means that the address is the live database, not a restored copy. */
const aliveMs = 5_000

const unreadable: Result = { outcome: 'unreadable', madeAt: null, counts: null }

async function look(address: string): Promise<Found & { result: Result }> {
  const connection = { connectionString: address }
  const [found, madeAt] = [await lookAt(connection), await readLastMoment(connection)]
  return { ...found, result: { outcome: found.wrong ?? 'whole', madeAt, counts: found.counts } }
}

/** The engine writes a heartbeat (`alarm_pulse`) every second, so the newest one tells how far the restored data go. */
async function readLastMoment(connection: pg.ClientConfig): Promise<Date> {
  const db = openDatabase(new pg.Pool({ ...connection, max: 1 }))
  try {
    const { rows } = await sql<{ at: Date | null }>`select max(at) as at from alarm_pulse`.execute(db)
    if (!rows[0]?.at) throw new Error('nothing of ours was ever at work there')
    return rows[0].at
  } finally {
    await db.destroy()
  }
}

async function tell(loaded: ReturnType<typeof loadConfig>, result: Result, beganAt: Date) {
  const storage = await openStorage(loaded, 'borrow', () => {})
  const db = openDatabase(storage.pool)
  try {
    // Nothing to wake here: the running product sends what is written within a second.
    await noteTriedElsewhere({ db, clock: systemClock, config: loaded.config, wake() {} }, result, beganAt)
  } finally {
    await db.destroy()
    await storage.close()
  }
}
