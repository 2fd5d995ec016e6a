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

test('without DATABASE_URL it is the demo, with its own secret and no mail that leaves', () => {
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

test('what every Unix login sets is not ours, and an empty value is none', () => {
  const login = { MAIL: '/var/mail/siv', HOME: '/home/siv', HOSTNAME: 'siv', PORT: '', MODE: '' }
  expect(readConfig(login, secret)).toEqual(readConfig({}, secret))
})

test('production is what its operator gave', () => {
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

test('nothing in the configuration that pages may hold is a secret', () => {
  const { config } = readConfig(
    { ...production, STRIPE_SECRET_KEY: 'sk_x1', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef0' },
    null,
  )
  const shown = JSON.stringify(config)
  for (const kept of [secret, 'db.test', 'mail.test', 'sk_x1', 'whsec_']) expect(shown).not.toContain(kept)
})

test('several secrets by comma are the newest and those that are still read', () => {
  const two = { ...production, AUTH_SECRET: `${secret}, t0d4ys-0lder-QwErTyUiOpLkJhGfDsA` }
  expect(readConfig(two, null).secrets.auth).toEqual([secret, 't0d4ys-0lder-QwErTyUiOpLkJhGfDsA'])
  expect(() => readConfig({ ...two, AUTH_SECRET: `${secret},` }, null)).toThrow('AUTH_SECRET is too short: 0')
})

test('production never falls back to the demo’s secret', () => {
  expect(() => readConfig({ ...production, AUTH_SECRET: '' }, secret)).toThrow('AUTH_SECRET is missing')
})

describe('one sentence stops the start', () => {
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
  ])('%o', (wrong, sentence) => {
    const read = () => readConfig({ ...production, ...wrong }, null)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(sentence)
  })
})

describe('payment', () => {
  test('in the demo is by Swish, from somebody who is seen to be made up', () => {
    expect(readConfig({}, secret)).toMatchObject({
      config: { operator: { name: 'Kvartera Demo AB' }, takesCards: false },
      secrets: { cards: null },
    })
  })

  test('needs a seller in production', () => {
    const nobody = { ...production, OPERATOR_NAME: '', OPERATOR_SWISH: '' }
    expect(() => readConfig(nobody, null)).toThrow('OPERATOR_NAME and OPERATOR_SWISH is missing')
    expect(() => readConfig({ ...production, OPERATOR_VAT_NUMBER: 'SE12' }, null)).toThrow(
      'OPERATOR_VAT_NUMBER must be',
    )
    expect(() => readConfig({ ...production, OPERATOR_SWISH: '070-174 06 01' }, null)).toThrow('OPERATOR_SWISH must be')
    expect(readConfig(production, null).config.operator.swishNumber).toBe('1231181189')
  })

  test('by card needs both secrets: an empty one stops the start', () => {
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
