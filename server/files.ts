import { Hono } from 'hono'
import { parseFileName, typeOf } from '~/platform/files/files.server'
import type { House } from '~/platform/house.server'

const forever = 'public, max-age=31536000, immutable'

/** Uploaded pictures. The name is the content's, so whoever has one need never ask again. */
export function fileRoutes({ files, log }: House) {
  const app = new Hono()
  app.get('/:name', async (c) => {
    const name = parseFileName(c.req.param('name'))
    if (!name) return c.text('Filen finns inte.', 404)
    // Kept under its own name already: there is nothing it could have changed to.
    if (c.req.header('if-none-match') === `"${name}"`)
      return c.body(null, 304, { ETag: `"${name}"`, 'Cache-Control': forever })
    try {
      const bytes = await files.get(name)
      if (!bytes) return c.text('Filen finns inte.', 404)
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': typeOf(name),
        'Cache-Control': forever,
        ETag: `"${name}"`,
      })
    } catch (error) {
      log.error({ error: (error as Error).message }, 'a file could not be read')
      return c.text('Filen går inte att hämta just nu.', 503, { 'Retry-After': '30' })
    }
  })
  return app
}
