// Preloaded with --import: redirects requests for HOOKS_NAME to HOOKS_PORT on this machine, without TLS. The SSRF
// protection (app/platform/http/stranger.server.ts) would refuse a webhook to a local address.
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

const { HOOKS_NAME: name, HOOKS_PORT: port } = process.env
const { request } = https

https.request = (address, options, heard) => {
  if (address.hostname !== name) return request(address, options, heard)
  return http.request(`http://127.0.0.1:${port}${address.pathname}`, { ...options, agent: undefined }, heard)
}
syncBuiltinESMExports()
