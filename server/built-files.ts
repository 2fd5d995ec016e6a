import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { Env } from './door/door-env'
import { keptAnHour, ownRecordings } from './own-recordings'
import { recordingFolder } from './voice'

const root = 'build/client'
const year = 31_536_000

/** Serves the built files and an operator's own recordings. In development Vite serves the built files itself. */
export function serveFiles(app: Hono<Env>, recordings: string | null, development: boolean) {
  // Registered first: an operator's recording overrides ours of the same name.
  if (recordings) app.use(`${recordingFolder}/*`, ownRecordings(recordings))
  if (development) return
  app.use(
    '/assets/*',
    serveStatic({
      root,
      precompressed: true,
      onFound: (_, c) => c.header('Cache-Control', `public, max-age=${year}, immutable`),
    }),
  )
  for (const file of [
    '/og/*',
    '/favicon.svg',
    '/apple-touch-icon.png',
    '/manifest.webmanifest',
    '/icons/*',
    '/recordings/*',
  ]) {
    app.use(file, serveStatic({ root, onFound: keptAnHour }))
  }
  // Not cached: a stale service worker or offline page must never block a new one.
  for (const file of ['/sw.js', '/offline/*']) {
    app.use(file, serveStatic({ root, onFound: (_, c) => c.header('Cache-Control', 'no-cache') }))
  }
}
