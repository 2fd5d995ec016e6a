import { Hono } from 'hono'
import { sql } from 'kysely'
import { readAlarmHealth } from '~/alarms/public.server'
import { readSmsStanding } from '~/notifications/public.server'
import type { House } from '~/platform/house.server'

/**
 * For whoever watches from outside: /halsa says how it is, /halsa/redo whether to send visitors here, and /halsa/larm
 * whether alarms are carried out. The last one is what should wake somebody up.
 */
export function healthRoutes(house: House) {
  const app = new Hono()
  const answersQueries = () =>
    sql`select 1`.execute(house.db).then(
      () => true,
      () => false,
    )

  app.get('/', async (c) => {
    const database = await answersQueries()
    // Little on the account is for a person to see to; visitors are served as before.
    const sms = database ? await readSmsStanding(house) : 'unknown'
    return c.json({ process: 'ok', database: database ? 'ok' : 'down', sms }, database ? 200 : 503)
  })
  app.get('/redo', async (c) => {
    const ready = !house.isClosing() && (await answersQueries())
    return c.json({ ready }, ready ? 200 : 503)
  })
  app.get('/larm', async (c) => {
    const health = await readAlarmHealth(house).catch(() => null)
    const isWell = health?.engine === 'ok' && health.auditor === 'ok' && health.incidents === 0
    return c.json(health ?? { database: 'down' }, isWell ? 200 : 503)
  })
  return app
}
