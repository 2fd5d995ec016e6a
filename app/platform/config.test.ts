import { describe, expect, test } from 'vitest'
import { operatorEnv } from '../../test/support/operator'
import { ConfigError, readConfig } from './config.server'

const secret = 'n0tAnEx4mple-QwErTyUiOpLkJhGfDsA'
const production = {
  DATABASE_URL: 'postgresql://kvartera@db.test/kvartera',
  ORIGIN: 'https://kvartera.example/',
  AUTH_SECRET: secret,
  SMTP_URL: 'smtp://mail.test:587',
  SMS_ADAPTER: 'outbox',
  PUSH_ADAPTER: 'outbox',
  ...operatorEnv,
}

test('without DATABASE_URL the mode is demo, with its own secret and no outgoing mail', () => {
  expect(readConfig({}, secret)).toMatchObject({
    config: {
      mode: 'demo',
      origin: 'http://127.0.0.1:3000',
      mail: { adapter: 'outbox' },
      contactDelivery: 'inbox',
    },
    secrets: { auth: [secret], smtpUrl: null },
  })
})

test('ignores variables of a Unix login, and treats an empty value as unset', () => {
  const login = { MAIL: '/var/mail/siv', HOME: '/home/siv', HOSTNAME: 'siv', PORT: '', MODE: '' }
  expect(readConfig(login, secret)).toEqual(readConfig({}, secret))
})

test('production uses the values that its operator gave', () => {
  expect(readConfig(production, null)).toMatchObject({
    config: {
      mode: 'production',
      origin: 'https://kvartera.example',
      mail: { adapter: 'smtp' },
      mailFrom: 'hej@kvartera.example',
    },
    secrets: { smtpUrl: 'smtp://mail.test:587' },
  })
})

test('the public configuration contains no secret', () => {
  const { config } = readConfig(
    { ...production, STRIPE_SECRET_KEY: 'sk_x1', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef0' },
    null,
  )
  const shown = JSON.stringify(config)
  for (const kept of [secret, 'db.test', 'mail.test', 'sk_x1', 'whsec_']) expect(shown).not.toContain(kept)
})

test('reads several comma-separated secrets, newest first', () => {
  const two = { ...production, AUTH_SECRET: `${secret}, t0d4ys-0lder-QwErTyUiOpLkJhGfDsA` }
  expect(readConfig(two, null).secrets.auth).toEqual([secret, 't0d4ys-0lder-QwErTyUiOpLkJhGfDsA'])
  expect(() => readConfig({ ...two, AUTH_SECRET: `${secret},` }, null)).toThrow('AUTH_SECRET is too short: 0')
})

test('production never falls back to the demo’s secret', () => {
  expect(() => readConfig({ ...production, AUTH_SECRET: '' }, secret)).toThrow('AUTH_SECRET is missing')
})

describe('an invalid setting', () => {
  test.each([
    [{ PORT: 'abc' }, 'PORT must be a number.'],
    [{ PORT: '70000' }, 'PORT must be between 1 and 65535.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgresql://.'],
    [{ ORIGIN: 'kvartera.example' }, 'ORIGIN must be an http or https address'],
    [{ MAIL_ADAPTER: 'pigeon' }, 'MAIL_ADAPTER must be outbox or smtp.'],
    [{ MAIL_ADAPTER: 'smtp', SMTP_URL: '' }, 'SMTP_URL is missing'],
    [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET is too short'],
    [{ AUTH_SECRET: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }, 'AUTH_SECRET looks like an example'],
    [{ CONTACT_DELIVERY: 'maybe' }, 'CONTACT_DELIVERY must be inbox or off.'],
  ])('stops the start with one sentence: %o', (wrong, sentence) => {
    const read = () => readConfig({ ...production, ...wrong }, null)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(sentence)
  })
})

describe('limits of settings', () => {
  const tenSigns = 'abcdefghij'.repeat(4)
  test.each<[Record<string, string>, object]>([
    [{ PORT: '1' }, { port: 1 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ HOST: 'h' }, { host: 'h' }],
    [{ MAIL_FROM: 'a@b' }, { mailFrom: 'a@b', securityContact: 'mailto:a@b' }],
    [
      { MAIL_FROM: 'Kvartera <hej@kvartera.example>' },
      { mailFrom: 'Kvartera <hej@kvartera.example>', securityContact: 'mailto:hej@kvartera.example' },
    ],
    [{ SECURITY_CONTACT: 'https://kvartera.example/hål' }, { securityContact: 'https://kvartera.example/hål' }],
    [{}, { leastFreeSpace: 256_000_000, stopNoticeMs: 3_000, webProcesses: null, standbyMissing: 'go-on' }],
    [{ FREE_SPACE_MB: '0' }, { leastFreeSpace: 0 }],
    [{ WEB_PROCESSES: '1' }, { webProcesses: 1 }],
    [{ WEB_PROCESSES: '16' }, { webProcesses: 16 }],
    [{ STOP_NOTICE_SECONDS: '0' }, { stopNoticeMs: 0 }],
    [{ STOP_NOTICE_SECONDS: '60' }, { stopNoticeMs: 60_000 }],
    [{ AUTH_SECRET: tenSigns }, { mode: 'production' }],
    [{ METRICS_KEY: 'r4nd0mQwErTyUiOpAsDfGhJk' }, { mode: 'production' }],
    [{ MAIL_ADAPTER: 'outbox' }, { mail: { adapter: 'outbox' } }],
    [{ SMTP_URL: 'smtp://127.0.0.1?ignoreTLS=true' }, { mail: { adapter: 'smtp' } }],
    [{ ORIGIN: 'http://localhost:3000' }, { origin: 'http://localhost:3000' }],
    [{ TRUSTED_PROXIES: ' 10.0.0.1 ,, 10.1.0.0/16 ' }, { trustedProxies: ['10.0.0.1', '10.1.0.0/16'] }],
  ])('accepts %o', (given, expected) => {
    expect(readConfig({ ...production, ...given }, null).config).toMatchObject(expected)
  })

  test.each<[Record<string, string>, string]>([
    [{ PORT: '0' }, 'PORT must be between 1 and 65535.'],
    [{ PORT: '65536' }, 'PORT must be between 1 and 65535.'],
    [{ FREE_SPACE_MB: '-1' }, 'FREE_SPACE_MB must be 0 or more.'],
    [{ STOP_NOTICE_SECONDS: '-1' }, 'STOP_NOTICE_SECONDS must be between 0 and 60.'],
    [{ STOP_NOTICE_SECONDS: '61' }, 'STOP_NOTICE_SECONDS must be between 0 and 60.'],
    [{ AUTH_SECRET: secret.slice(1) }, 'AUTH_SECRET is too short: 31 characters, at least 32'],
    [{ AUTH_SECRET: 'abcdefghi'.repeat(4) }, 'AUTH_SECRET looks like an example'],
    [{ AUTH_SECRET: `${secret}-password` }, 'AUTH_SECRET looks like an example'],
    [{ METRICS_KEY: 'r4nd0mQwErTyUiOpAsDfGhJ' }, 'METRICS_KEY is too short: 23 characters, at least 24'],
    [{ ORIGIN: '' }, 'ORIGIN is missing'],
    [{ FILES_S3_BUCKET: 'kvartera' }, 'FILES_S3_ENDPOINT and FILES_S3_KEY and FILES_S3_SECRET and FILES_S3_REGION'],
  ])('refuses to start with %o', (given, sentence) => {
    expect(() => readConfig({ ...production, ...given }, null)).toThrow(sentence)
  })

  test('derives the demo’s origin and mail address from HOST, and needs a secret', () => {
    const at = (HOST: string) => readConfig({ HOST }, secret).config
    expect(at('::1')).toMatchObject({ origin: 'http://[::1]:3000', stopNoticeMs: 0 })
    expect(at('localhost')).toMatchObject({ origin: 'http://localhost:3000', mailFrom: 'hej@localhost' })
    expect(() => readConfig({}, null)).toThrow('AUTH_SECRET is missing')
  })
})

describe('payment settings', () => {
  test('default in the demo to a demo operator, without cards', () => {
    expect(readConfig({}, secret)).toMatchObject({
      config: { operator: { name: 'Kvartera Demo AB' }, takesCards: false },
      secrets: { cards: null },
    })
  })

  test('require a valid operator in production', () => {
    const nobody = { ...production, OPERATOR_NAME: '', OPERATOR_SWISH: '' }
    expect(() => readConfig(nobody, null)).toThrow('OPERATOR_NAME and OPERATOR_SWISH is missing')
    expect(() => readConfig({ ...production, OPERATOR_VAT_NUMBER: 'SE12' }, null)).toThrow(
      'OPERATOR_VAT_NUMBER must be',
    )
    expect(() => readConfig({ ...production, OPERATOR_SWISH: '070-174 06 01' }, null)).toThrow('OPERATOR_SWISH must be')
    expect(readConfig(production, null).config.operator.swishNumber).toBe('1231181189')
  })

  test('require both card secrets or neither', () => {
    const key = { STRIPE_SECRET_KEY: 'sk_test_1' }
    const signing = { STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef0' }
    expect(() => readConfig({ ...production, ...key }, null)).toThrow('STRIPE_WEBHOOK_SECRET is missing')
    expect(() => readConfig({ ...production, ...key, STRIPE_WEBHOOK_SECRET: '' }, null)).toThrow(ConfigError)
    expect(() => readConfig({ ...production, ...key, STRIPE_WEBHOOK_SECRET: 'whsec_' }, null)).toThrow('whsec_')
    expect(() => readConfig({ ...production, ...signing }, null)).toThrow('STRIPE_SECRET_KEY is missing')
    expect(readConfig({ ...production, ...key, ...signing }, null)).toMatchObject({
      config: { takesCards: true },
      secrets: { cards: { secretKey: 'sk_test_1' } },
    })
  })
})
