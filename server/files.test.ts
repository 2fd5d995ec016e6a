import { expect, test } from 'vitest'
import { type FileName, nameFor } from '~/platform/files/files.server'
import { silentLog } from '~/platform/log.server'
import { fileRoutes } from './files'

const bytes = new TextEncoder().encode('en bild')
const name = nameFor(bytes, 'webp')

function open() {
  const there = new Map<FileName, Uint8Array>([[name, bytes]])
  const files = {
    name: 'memory',
    put: async () => {},
    get: async (asked: FileName) => there.get(asked) ?? null,
    remove: async (asked: FileName) => {
      there.delete(asked)
    },
  }
  const routes = fileRoutes({ files, log: silentLog })
  const ask = (headers: Record<string, string> = {}) => routes.request(`/${name}`, { headers })
  return { files, ask }
}

test('a picture is cached for an hour, and revalidated with a 304 while it exists', async () => {
  const { ask } = open()
  const first = await ask()
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
  const again = await ask({ 'If-None-Match': first.headers.get('etag') ?? '' })
  expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
    304,
    '',
    'public, max-age=3600',
  ])
})

test('a removed picture returns 404, also with a matching If-None-Match', async () => {
  const { files, ask } = open()
  const etag = (await ask()).headers.get('etag') ?? ''
  await files.remove(name)
  expect((await ask({ 'If-None-Match': etag })).status).toBe(404)
  expect((await ask()).status).toBe(404)
})
