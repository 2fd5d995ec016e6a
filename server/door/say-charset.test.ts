import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { sayCharset } from './say-charset'

test.each([
  ['text/x-script', 'text/x-script; charset=utf-8'],
  ['text/html; charset=utf-8', 'text/html; charset=utf-8'],
  ['text/plain; Charset="UTF-8"', 'text/plain; Charset="UTF-8"'],
  ['image/svg+xml', 'image/svg+xml; charset=utf-8'],
  ['application/xml', 'application/xml; charset=utf-8'],
  // JSON is always UTF-8 by its standard; binary types have no charset.
  ['application/json', 'application/json'],
  ['image/webp', 'image/webp'],
])('sends %s as %s', async (type, expected) => {
  const app = new Hono().use(sayCharset).get('/', () => new Response('x', { headers: { 'Content-Type': type } }))
  expect((await app.request('/')).headers.get('content-type')).toBe(expected)
})

test('adds no Content-Type to a response without a body', async () => {
  const app = new Hono().use(sayCharset).get('/', (c) => c.body(null, 204))
  expect((await app.request('/')).headers.has('content-type')).toBe(false)
})
