import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, type Product, startProcess } from '../support/product-process'

// FREE_SPACE_MB is above any disk's size, so the product takes its disk to be nearly full.
const folder = mkdtempSync(join(tmpdir(), 'kvartera-disk-'))
let product: Product
let home: string
let cookie: string

beforeAll(async () => {
  const port = String(await freePort())
  home = `http://127.0.0.1:${port}`
  product = await startProcess({ DATA_DIR: folder, PORT: port, FREE_SPACE_MB: '999999999' })
  const login = await post('/auth', { intent: 'login', email: 'boende@demo.example', password: 'kvarter12540' })
  cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
})
afterAll(async () => {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
})

const post = (path: string, fields: Record<string, string>) =>
  fetch(home + path, {
    method: 'POST',
    headers: { cookie: cookie ?? '', Origin: home },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

test.each(['/dashboard/customer/book', '/dashboard/provider/company/logo', '/signup', '/dashboard/customer/book.data'])(
  'on a disk that is nearly full %s is refused with 507 and a clear message',
  async (path) => {
    const answer = await post(path, { intent: 'anything' })
    expect(answer.status).toBe(507)
    expect(await answer.text()).toMatch(/fullt hos oss.*Inget har sparats.*Larm tar vi emot som vanligt/s)
  },
)

test('on a disk that is nearly full an alarm is taken and pages can be read', async () => {
  const key = randomUUID()
  const answer = await post('/dashboard/customer/safety/send', { key, message: 'Någon är i huset' })
  expect(await answer.json()).toMatchObject({ sent: key })
  const page = () => fetch(`${home}/dashboard/customer/safety`, { headers: { cookie } }).then((one) => one.text())
  await expect.poll(page).toContain('Någon är i huset')
  expect((await fetch(`${home}/companies`)).status).toBe(200)
})
