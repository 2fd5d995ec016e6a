import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { isTrusted, proxyList } from '~/platform/http/client-address.server'
import { shareOf } from '~/platform/share.server'
import { keepLines, lineLimits, mostLines, mostQuietOfOne } from './door/lines'
import { createIntake } from './door/take-in'
import { createHttp } from './http'
import { createKeptPages } from './pages/kept-pages'
import { byCores } from './several/how-many'
import { serveSeveral } from './several/serve-several'
import type { FromOne, Login } from './several/words'
import { joinProduct, type OpenProduct, openProduct, portTaken } from './start/open-product'
import { loadConfig } from './start/open-storage'
import { endOnSignal, stopOnSignal } from './start/stop-on-signal'

/** Milliseconds that running requests may take once a stop was asked for. */
const drainLimit = 4_000
export type Served = { origin: string; logins: Login[] }

/** Serves by one process, or several on one port. Null in a worker, whose parent announces the address. */
export async function serve(build: ServerBuild, say: (text: string) => void): Promise<Served | null> {
  endOnSignal()
  if (cluster.isWorker) {
    const { logins } = await serveAlone(build, () => joinProduct(say))
    process.send?.({ kind: 'open', logins } satisfies FromOne)
    return null
  }
  const loaded = loadConfig()
  const { origin, webProcesses } = loaded.config
  if ((webProcesses ?? byCores()) === 1) return serveAlone(build, () => openProduct(say))
  return { origin, logins: await serveSeveral(loaded, say) }
}

/** Starts everything in order, returns the address, and stops in the reverse order on a signal. */
async function serveAlone(build: ServerBuild, open: () => Promise<OpenProduct>): Promise<Served> {
  const product = await open()
  const { house } = product
  process.on('exit', product.closeNow)

  const intake = createIntake(house.config)
  const kept = createKeptPages(house.config, house)
  const app = createHttp({ house, build, development: false, intake, kept })
  const listener = getRequestListener(app.fetch)
  const server = createServer(lineLimits, (incoming, outgoing) => {
    if (!kept.answers(incoming, outgoing)) void listener(incoming, outgoing)
  })
  const proxies = proxyList(house.config.trustedProxies)
  keepLines(server, {
    most: mostLines(),
    mostQuietOfOne: shareOf(house.config, mostQuietOfOne),
    isProxy: (address) => isTrusted(address, proxies),
    cutStranger: intake.cutStranger,
  })
  try {
    server.listen(house.config.port, house.config.host)
    await once(server, 'listening')
  } catch (error) {
    await product.close()
    // The port was free when the start began, and somebody has taken it since.
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? portTaken(house.config.port) : error
  }
  house.log.info({ mode: house.config.mode, port: house.config.port }, 'open')

  const { stopNoticeMs: noticeMs } = house.config
  stopOnSignal({
    noticeMs,
    log: house.log,
    async stop() {
      house.startClosing()
      // A load balancer learns of the stop at its next health check; until then it still sends visitors here.
      await pause(noticeMs)
      await drain(server)
      await product.close()
      return true
    },
  })
  return { origin: house.config.origin, logins: product.logins }
}

async function drain(server: Server) {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const late = new Promise((resolve) => setTimeout(resolve, drainLimit).unref())
  await Promise.race([closed, late])
}
