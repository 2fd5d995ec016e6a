import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeAuthority } from '../../../test/support/counterparts/certificates'
import { operatorEnv } from '../../../test/support/operator'
import { ConfigError, readConfig } from '../config.server'

const folder = mkdtempSync(join(tmpdir(), 'kvartera-swish-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const authority = makeAuthority('Swish, for tests')
const shop = authority.vouchFor('1231181189')
const days = (count: number) => new Date(Date.now() + count * 86_400_000)
const files = {
  SWISH_CERT_FILE: fileOf('shop.pem', shop.cert),
  SWISH_KEY_FILE: fileOf('shop.key', shop.key),
}
const production = {
  DATABASE_URL: 'postgresql://kvartera@db.test/kvartera',
  ORIGIN: 'https://kvartera.example',
  TRUSTED_PROXIES: '10.0.0.1',
  AUTH_SECRET: 'n0tAnEx4mple-QwErTyUiOpLkJhGfDsA',
  SMTP_URL: 'smtp://mail.test:587',
  SMS_ADAPTER: 'outbox',
  PUSH_ADAPTER: 'outbox',
  ...operatorEnv,
}

test('without settings Swish is the local one in the demo, and off in production', () => {
  expect(readConfig({}, production.AUTH_SECRET)).toMatchObject({
    config: { swish: { adapter: 'local' } },
    secrets: { swish: null },
  })
  expect(readConfig(production, null)).toMatchObject({
    config: { swish: { adapter: 'none' } },
    secrets: { swish: null },
    missing: [],
  })
})

test('with a certificate and key it is the real Swish, and neither is in the public configuration', () => {
  const { config, secrets, missing } = readConfig({ ...production, ...files }, null)
  expect(config.swish).toEqual({ adapter: 'getswish' })
  expect(secrets.swish).toMatchObject({ url: 'https://cpc.getswish.net/swish-cpcapi', cert: shop.cert, key: shop.key })
  expect(missing).toEqual([])
  expect(JSON.stringify(config)).not.toContain('PRIVATE KEY')
})

const other = authority.vouchFor('somebody')
test.each<[string, Record<string, string>, string]>([
  ['a certificate alone', { SWISH_CERT_FILE: files.SWISH_CERT_FILE }, 'SWISH_KEY_FILE is missing'],
  ['a key alone', { SWISH_KEY_FILE: files.SWISH_KEY_FILE }, 'SWISH_CERT_FILE is missing'],
  ['an address alone', { SWISH_URL: 'https://127.0.0.1' }, 'SWISH_CERT_FILE and SWISH_KEY_FILE is missing'],
  ['a missing file', { ...files, SWISH_KEY_FILE: join(folder, 'gone') }, 'SWISH_KEY_FILE cannot be read'],
  [
    'a key in place of the certificate',
    { ...files, SWISH_CERT_FILE: files.SWISH_KEY_FILE },
    'SWISH_CERT_FILE holds no certificate',
  ],
  [
    'a certificate in place of the key',
    { ...files, SWISH_KEY_FILE: files.SWISH_CERT_FILE },
    'SWISH_KEY_FILE holds no private key',
  ],
  [
    'the key of another certificate',
    { ...files, SWISH_KEY_FILE: fileOf('other.key', other.key) },
    'is not the key of the certificate',
  ],
  ['a CA file without a certificate', { ...files, SWISH_CA_FILE: files.SWISH_KEY_FILE }, 'SWISH_CA_FILE holds no'],
  ['an address without TLS', { ...files, SWISH_URL: 'http://127.0.0.1' }, 'SWISH_URL must be an https address'],
  ['an origin without TLS', { ...files, ORIGIN: 'http://127.0.0.1:3000' }, 'ORIGIN is not https'],
])('stops the start with one sentence: %s', (_, env, sentence) => {
  const start = () => readConfig({ ...production, ...env }, null)
  expect(start).toThrow(ConfigError)
  expect(start).toThrow(sentence)
})

test('warns of a certificate that expires within thirty days, and does not use an expired one', () => {
  const until = (count: number) => {
    const { cert, key } = authority.vouchFor('1231181189', { until: days(count) })
    const env = {
      SWISH_CERT_FILE: fileOf(`${count}.pem`, cert),
      SWISH_KEY_FILE: fileOf(`${count}.key`, key),
    }
    return readConfig({ ...production, ...env }, null)
  }
  expect(until(31).missing).toEqual([])
  expect(until(29)).toMatchObject({
    config: { swish: { adapter: 'getswish' } },
    missing: [expect.stringContaining('SWISH_CERT_FILE runs out on')],
  })
  expect(until(-1)).toMatchObject({
    config: { swish: { adapter: 'none' } },
    secrets: { swish: null },
    missing: [expect.stringContaining('SWISH_CERT_FILE ran out on')],
  })
})
