import { serve as listen, type ServerType } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { createHttp } from './http'
import { openProduct } from './open-product'

/** How long answers that are under way may take once a stop was asked for. */
const drainLimit = 5_000

/** Starts everything in order, says where it is, and stops in the reverse order. */
export async function serve(build: ServerBuild, say: (text: string) => void) {
  const product = await openProduct(say)
  const { house } = product
  process.on('exit', product.closeNow)

  const app = createHttp({ house, build, development: false })
  const server = listen({ fetch: app.fetch, hostname: house.config.host, port: house.config.port })
  await new Promise((resolve) => server.once('listening', resolve))
  house.log.info({ mode: house.config.mode, port: house.config.port }, 'open')

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    house.startClosing()
    await drain(server)
    await product.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return { origin: house.config.origin, logins: product.logins }
}

async function drain(server: ServerType) {
  const closed = new Promise((resolve) => server.close(resolve))
  if ('closeIdleConnections' in server) server.closeIdleConnections()
  const late = new Promise((resolve) => setTimeout(resolve, drainLimit).unref())
  await Promise.race([closed, late])
}
