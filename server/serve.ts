import { createServer } from 'node:net'
import { serve as listen, type ServerType } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { demoLogins, seedDemo } from '../db/seed/demo'
import { createHttp } from './http'
import { openHouse } from './open-house'
import { loadConfig, openStorage } from './open-storage'
import { ConfigError } from '~/platform/config.server'

/** How long answers that are under way may take once a stop was asked for. */
const drainLimit = 5_000

/** Starts everything in order, says where it is, and stops in the reverse order. */
export async function serve(build: ServerBuild, say: (text: string) => void) {
  const config = loadConfig()
  if (!(await isFree(config.port, config.host))) {
    throw new ConfigError(`Port ${config.port} is taken by another program: stop it, or choose another with PORT=${config.port + 1}.`)
  }
  const storage = await openStorage(config, 'keep', say)
  const { log, pool } = storage
  process.on('exit', () => storage.closeNow())
  const house = openHouse(config, log, pool)
  if (storage.isNew) {
    say('Moving in the demo neighbourhood')
    await seedDemo(house.db, house.clock.now())
  }

  const app = createHttp({ house, build, development: false })
  const server = listen({ fetch: app.fetch, hostname: config.host, port: config.port })
  await new Promise((resolve) => server.once('listening', resolve))
  log.info({ mode: config.mode, port: config.port }, 'open')

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    house.startClosing()
    await drain(server)
    await house.close()
    await storage.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return { origin: config.origin, logins: config.mode === 'demo' ? demoLogins : [] }
}

async function drain(server: ServerType) {
  const closed = new Promise((resolve) => server.close(resolve))
  if ('closeIdleConnections' in server) server.closeIdleConnections()
  const late = new Promise((resolve) => setTimeout(resolve, drainLimit).unref())
  await Promise.race([closed, late])
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
