import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startCollector } from '../support/counterparts/collector-server'
import { useDatabase } from '../support/database'
import { productionEnv } from '../support/operator'
import { soon } from '../support/pace/soon'
import { freePort, type Product, startProcess } from '../support/product-process'

/** Traces as the product exports them, and how far a visitor can influence them. */
const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kvartera-traces-'))
let product: Product
let collector: Awaited<ReturnType<typeof startCollector>>
let port: number

beforeAll(async () => {
  collector = await startCollector()
  port = await freePort()
  product = await startProcess({
    DATA_DIR: folder,
    PORT: String(port),
    ORIGIN: 'https://kvartera.example',
    DATABASE_URL: database.url,
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=k%201',
    OTEL_TRACES_SAMPLER_ARG: '1',
    ...productionEnv,
  })
})
afterAll(async () => {
  await product.stop()
  await collector.close()
  rmSync(folder, { recursive: true, force: true })
})

const told = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
const look = (path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { host: 'kvartera.example', traceparent: `00-${told}-bbbbbbbbbbbbbbbb-01`, tracestate: 'x=1' },
  })

test('a trace has the route and the request id, and ignores the visitor’s traceparent and query', async () => {
  expect((await look('/no-such-page?next=/hemligt')).status).toBeLessThan(500)
  expect((await look('/auth?next=/hemligt')).status).toBe(200)
  await vi.waitFor(() => expect(collector.spans.map(({ name }) => name)).toContain('GET /auth'), soon)
  const span = collector.spans.find(({ name }) => name === 'GET /auth')
  const facts = Object.fromEntries(span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [])
  expect(Object.keys(facts).sort()).toEqual([
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'kvartera.request',
  ])
  expect(span?.traceId).toBe(String(facts['kvartera.request']).replaceAll('-', ''))
  const sent = collector.asked.map(({ text }) => text).join()
  expect(sent).not.toContain(told)
  expect(sent).not.toContain('hemligt')
  expect(collector.asked[0]?.headers['x-collector-key']).toBe('k 1')
  const line = product
    .said()
    .split('\n')
    .find((each) => each.includes(`"requestId":"${facts['kvartera.request']}"`) && each.includes('"request"'))
  expect(JSON.parse(line ?? '{}').traceparent).toBe(`00-${span?.traceId}-${span?.spanId}-01`)
})

test('unknown addresses, health checks and metrics are not traced', async () => {
  for (const path of ['/halsa', '/halsa/process', '/wp-login.php', '/metrics']) await look(path)
  await look('/auth')
  const logins = () => collector.spans.filter(({ name }) => name === 'GET /auth').length
  await vi.waitFor(() => expect(logins()).toBe(2), soon)
  expect(collector.spans.map(({ name }) => name).filter((name) => /halsa|php|nowhere|metrics/.test(name))).toEqual([])
})

test('a collector that never answers delays neither pages nor the stop', {
  tags: ['long'],
}, async () => {
  collector.behave('silent')
  const pages = await Promise.all(Array.from({ length: 20 }, (_, n) => look(`/auth?next=/a${n}`)))
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))
  await vi.waitFor(() => expect(product.said()).toContain('the collector of traces does not take them'), soon)
  expect((await look('/auth')).status).toBe(200)
  expect(await product.stop()).toBe(0)
})
