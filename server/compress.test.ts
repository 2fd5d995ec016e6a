import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compress } from './compress'
import type { Env } from './door/door-env'

const words = (length: number) => Array.from({ length: length / 8 }, (_, n) => `ord ${n % 1000}`.padEnd(8)).join('')
const lengths = { 'a page of one person': 70_000, 'a list that somebody takes along': 400_000 }

async function ask(text: string, accepted: string, headers: Record<string, string> = {}) {
  const app = new Hono<Env>()
  app.use(compress)
  app.get('/', (c) => c.body(text, 201, { 'Content-Type': 'text/html; charset=utf-8', ...headers }))
  const answer = await app.request('/', { headers: { 'accept-encoding': accepted } })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test.each(Object.entries(lengths))('compresses %s with the encoding that the client accepts', async (_, length) => {
  const text = words(length)
  for (const [accepted, encoding, opened] of [
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const { answer, bytes } = await ask(text, accepted)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(opened(bytes).toString()).toBe(text)
    expect(bytes.length).toBeLessThan(text.length / 4)
  }
})

test('leaves small, already compressed, event-stream and image responses as they are, and those to clients that take no encoding', async () => {
  const text = words(8_000)
  const asIs = async (...given: Parameters<typeof ask>) => {
    const { answer, bytes } = await ask(...given)
    expect(bytes.toString()).toBe(given[0])
    return [answer.headers.get('content-encoding'), answer.headers.get('vary')]
  }
  expect(await asIs(words(992), 'br')).toEqual([null, 'Accept-Encoding'])
  expect(await asIs(text, 'br;q=0, deflate')).toEqual([null, 'Accept-Encoding'])
  expect(await asIs(text, 'br', { 'Content-Encoding': 'gzip' })).toEqual(['gzip', null])
  expect(await asIs(text, 'br', { 'Content-Type': 'text/event-stream' })).toEqual([null, null])
  expect(await asIs(text, 'br', { 'Content-Type': 'image/webp' })).toEqual([null, null])
})

test('compresses a drawn page without reading the body of its answer', async () => {
  const text = words(8_000)
  const app = new Hono<Env>()
  app.use(compress)
  app.get('/', (c) => {
    c.set('drawn', text)
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('The body was read')) })
    return new Response(body, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  })
  const answer = await app.request('/', { headers: { 'accept-encoding': 'zstd' } })
  expect(zstdDecompressSync(await answer.arrayBuffer()).toString()).toBe(text)
})
