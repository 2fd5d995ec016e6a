import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveOnLoopback } from '../test/support/serve'
import { ownRecordings } from './own-recordings'

const outside = mkdtempSync(join(tmpdir(), 'kvartera-recordings-'))
const folder = join(outside, 'egna')
let door: Awaited<ReturnType<typeof serveOnLoopback>>
beforeAll(async () => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'alarm.mp3'), 'en egen röst')
  writeFileSync(join(outside, 'hemligt.mp3'), 'inget för någon')
  const routes = new Hono().use('/recordings/*', ownRecordings(folder)).use(serveStatic({ root: 'public' }))
  door = await serveOnLoopback(routes, '/')
})
afterAll(async () => {
  await door.close()
  rmSync(outside, { recursive: true })
})

const ask = (path: string) => fetch(`${door.origin}/recordings/${path}`)

test('serves an operator’s own recording instead of the built-in one, and the built-in one where there is none', async () => {
  const own = await ask('alarm.mp3')
  expect([own.status, await own.text()]).toEqual([200, 'en egen röst'])
  expect(own.headers.get('content-type')).toBe('audio/mpeg')
  const ours = await ask('over.mp3')
  expect([ours.status, (await ours.arrayBuffer()).byteLength > 5_000]).toEqual([200, true])
})

test.each(['..%2fhemligt.mp3', '..%2f..%2fetc%2fpasswd', '%2fetc%2fpasswd', ''])(
  'path traversal outside the folder returns 404: %j',
  async (path) => {
    expect((await ask(path)).status).toBe(404)
  },
)
