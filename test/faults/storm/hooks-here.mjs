// Given to a server's Node by --import, this leads what is asked of HOOKS_NAME to HOOKS_PORT of this machine, without TLS. A
// company's own system has to be out in the world (app/platform/http/stranger.server.ts); that of a storm is not.
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
