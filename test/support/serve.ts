import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { type Env, Hono } from 'hono'

/** Serves some of the product's routes on loopback, at their usual path. */
export async function serveOnLoopback<Own extends Env>(routes: Hono<Own>, path: string) {
  const app = new Hono().route(path, routes)
  app.onError((_, c) => c.body(null, 500))
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const opened = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => resolve(opened))
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
