import { Hono } from 'hono'
import { parseFileName, typeOf } from '~/platform/files/files.server'
import type { House } from '~/platform/house.server'

/** Short cache lifetime: a picture taken down by its owner or by us is gone from all caches within this time. */
const anHour = 'public, max-age=3600'

/**
 * Uploaded pictures, named by a hash of their content, so a cached one never needs to be sent again while it exists.
 */
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
