import { Hono } from 'hono'
import { parseFileName, typeOf } from '~/platform/files/files.server'
import type { House } from '~/platform/house.server'

/** So that one which was taken away, by its owner or by us, is shown by no browser and no cache for longer than that. */
const anHour = 'public, max-age=3600'

/** Uploaded pictures. The name is the content's: whoever asks again is sent nothing twice, as long as it is there. */
export function fileRoutes({ files, log }: Pick<House, 'files' | 'log'>) {
  const app = new Hono()
  app.get('/:name', async (c) => {
    const name = parseFileName(c.req.param('name'))
    if (!name) return c.text('Filen finns inte.', 404)
    try {
      const bytes = await files.get(name)
      if (!bytes) return c.text('Filen finns inte.', 404)
      const kept = { 'Cache-Control': anHour, ETag: `"${name}"` }
      if (c.req.header('if-none-match') === kept.ETag) return c.body(null, 304, kept)
      return c.body(new Uint8Array(bytes), 200, { ...kept, 'Content-Type': typeOf(name) })
    } catch (error) {
      log.error({ error: (error as Error).message }, 'a file could not be read')
      return c.text('Filen går inte att hämta just nu.', 503, { 'Retry-After': '30' })
    }
  })
  return app
}
