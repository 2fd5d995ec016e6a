import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openKeys } from '~/platform/keys.server'
import { secrets, type World } from './world'

/** The host name by which the servers reach the simulated systems (hooks-here.mjs). */
export const hooksName = 'larm.vaktbolag.se'

/** One simulated webhook receiver for all guard companies: answers with a given status, and counts requests. */
export type OwnSystems = { port: number; status: number; asked: number; close(): void }

export async function startOwnSystems(): Promise<OwnSystems> {
  const systems: OwnSystems = {
    port: 0,
    status: 204,
    asked: 0,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, response) => {
    systems.asked++
    request.resume().once('end', () => response.writeHead(systems.status).end())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  systems.port = (server.address() as AddressInfo).port
  return systems
}

export async function nameOwnSystems({ pool }: World) {
  const secret = openKeys([secrets.auth]).seal('webhook secret', `whsec_${Buffer.alloc(32, 7).toString('base64')}`)
  await pool.query(
    `insert into webhooks (company_id, url, secret, is_on, created_by, created_at)
     select id, $1 || id, $2, true, id, now() from companies`,
    [`https://${hooksName}/`, secret],
  )
}
