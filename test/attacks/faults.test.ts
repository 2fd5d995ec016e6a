import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useDatabase } from '../support/database'
import { productionEnv } from '../support/operator'
import { soon } from '../support/pace/soon'
import { freePort, type Product, startProcess } from '../support/product-process'

/** An internal error in a real process: what a visitor sees, and what administrators find. */
const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kvartera-faults-'))
let product: Product
let port: number

beforeAll(async () => {
  port = await freePort()
  const env = { DATA_DIR: folder, PORT: String(port), ORIGIN: `http://127.0.0.1:${port}`, DATABASE_URL: database.url }
  product = await startProcess({ ...env, ...productionEnv })
})
afterAll(async () => {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
})

const faults = () =>
  database.db.selectFrom('faults').selectAll().where('place', 'like', '% /companies%').orderBy('place').execute()

test('the error page shows the request id that is in the log and among the administrators’ faults', async () => {
  await database.asOwner('alter table companies rename to companies_away')
  try {
    const secret = 'hemligt-ord-42'
    const page = await fetch(`http://127.0.0.1:${port}/companies?q=${secret}&plats=12540`)
    expect(page.status).toBe(500)
    const text = await page.text()
    const number = /Felets nummer: (?:<!-- -->)?([0-9a-f-]{36})/.exec(text)?.[1] ?? ''
    expect(number).not.toBe('')
    expect(product.said()).toContain(`"requestId":"${number}"`)
    await vi.waitFor(async () => expect((await faults()).flatMap(({ requests }) => requests)).toContain(number), soon)
    const found = (await faults()).filter(({ requests }) => requests.includes(number))
    // All of the same kind, however many parts of the page fail.
    expect(found.every(({ kind }) => kind === 'error 42P01')).toBe(true)
    expect(JSON.stringify(await faults())).not.toMatch(/hemligt|companies_away|select /)
    expect(product.said()).not.toContain(secret)
  } finally {
    await database.asOwner('alter table companies_away rename to companies')
  }
})

test('a fault that cannot be stored is still answered with 500, and is stored later', async () => {
  await database.asOwner('alter table companies rename to companies_away')
  await database.asOwner('alter table faults rename to faults_away')
  try {
    const page = await fetch(`http://127.0.0.1:${port}/companies?q=annat&n=1`)
    expect(page.status).toBe(500)
    await vi.waitFor(() => expect(product.said()).toContain('could not be written down yet'), soon)
  } finally {
    await database.asOwner('alter table companies_away rename to companies')
    await database.asOwner('alter table faults_away rename to faults')
  }
  await vi.waitFor(async () => expect(Math.max(...(await faults()).map(({ count }) => count))).toBeGreaterThan(1), soon)
  expect((await fetch(`http://127.0.0.1:${port}/companies?q=annat&n=1`)).status).toBe(200)
})
