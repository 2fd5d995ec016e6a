import { Hono } from 'hono'
import { sql } from 'kysely'
import type { House } from '~/platform/house.server'

/** For whoever watches from outside: /halsa says how it is, /halsa/redo whether to send visitors here. */
export function healthRoutes(house: House) {
  const app = new Hono()
  const answersQueries = () =>
    sql`select 1`.execute(house.db).then(
      () => true,
      () => false,
    )

  app.get('/', async (c) => {
    const database = await answersQueries()
    return c.json({ process: 'ok', database: database ? 'ok' : 'down' }, database ? 200 : 503)
  })
  app.get('/redo', async (c) => {
    const ready = !house.isClosing() && (await answersQueries())
    return c.json({ ready }, ready ? 200 : 503)
  })
  return app
}
