import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type S3Server, startS3 } from '../support/counterparts/s3-server'
import { twoColours } from '../support/pictures'
import { freePort, type Product, spawnProduct, startProcess } from '../support/product-process'

/** The product with an S3 bucket, and the bucket failing. */
const account = { bucket: 'kvartera', key: 'AKIDTEST', secret: 'a secret/of+ours', region: 'eu-north-1' }
const folder = mkdtempSync(join(tmpdir(), 'kvartera-bucket-'))
const port = String(await freePort())
const home = `http://127.0.0.1:${port}`
const door = `${home}/dashboard/provider/company/logo`
let s3: S3Server
let env: Record<string, string>
let product: Product
let cookie: string

beforeAll(async () => {
  s3 = await startS3(account)
  const { bucket, key, secret, region } = account
  const place = { ENDPOINT: s3.endpoint, BUCKET: bucket, KEY: key, SECRET: secret, REGION: region }
  const configured = Object.entries(place).map(([name, value]) => [`FILES_S3_${name}`, value])
  env = { MODE: 'demo', DATA_DIR: folder, PORT: port, ...Object.fromEntries(configured) }
  product = await startProcess(env)
  const login = new URLSearchParams({ intent: 'login', email: 'foretag@demo.example', password: 'kvarter12540' })
  const answer = await fetch(`${home}/auth`, { method: 'POST', body: login, redirect: 'manual' })
  cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
})
afterAll(async () => {
  await product.stop()
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

async function upload() {
  const form = new FormData()
  form.set('intent', 'save-logo')
  form.set('picture', new File([new Uint8Array(await twoColours(300, 300))], 'logo.png', { type: 'image/png' }))
  return fetch(door, { method: 'POST', body: form, headers: { cookie, Origin: home }, redirect: 'manual' })
}

async function logoAddress() {
  const page = await (await fetch(door, { headers: { cookie } })).text()
  return /src="(\/files\/[^"]+)"/.exec(page)?.[1] ?? null
}

test('a logo is stored in the S3 bucket and served from it, and a replaced one is deleted', async () => {
  expect(readFileSync(join(folder, 'kvartera.log'), 'utf8')).toMatch(/"adapter":"s3".*"files"/)
  // The demo's own pictures are in the bucket already.
  const before = new Set(s3.objects.keys())
  expect((await upload()).status).toBe(302)
  expect((await upload()).status).toBe(302)
  const address = await logoAddress()
  expect([...s3.objects.keys()].filter((name) => !before.has(name))).toEqual([address?.replace('/files/', '')])
  const file = await fetch(home + address)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('a failing bucket refuses the upload, keeps the old logo, and works again afterwards', async () => {
  const address = await logoAddress()
  s3.broken = 503
  const refused = await upload()
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('Bilden går inte att spara just nu')
  const missing = await fetch(home + address)
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([503, null])
  s3.broken = null
  expect(await logoAddress()).toBe(address)
  expect((await fetch(home + address)).status).toBe(200)
})

test('an incomplete bucket configuration stops the start with one sentence', async () => {
  const halves = spawnProduct({
    ...env,
    DATA_DIR: join(folder, 'other'),
    PORT: String(await freePort()),
    FILES_S3_SECRET: '',
  })
  expect(await halves.ended).toBe(1)
  expect(halves.said().trim().split('\n').at(-1)).toContain('FILES_S3_SECRET is missing')
})
