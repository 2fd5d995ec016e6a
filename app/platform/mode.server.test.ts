import { describe, expect, test } from 'vitest'
import { operatorEnv } from '../../test/support/operator'
import { ConfigError, readConfig, variables } from './config.server'
import { modeOf } from './mode.server'

const secret = 'n0tAnEx4mple-QwErTyUiOpLkJhGfDsA'
const production = {
  DATABASE_URL: 'postgresql://kvartera@db.test/kvartera',
  ORIGIN: 'https://kvartera.example',
  AUTH_SECRET: secret,
  MAIL_ADAPTER: 'outbox',
  SMS_ADAPTER: 'outbox',
  PUSH_ADAPTER: 'outbox',
  TRUSTED_PROXIES: '10.0.0.1',
  ...operatorEnv,
}

test.each([
  [{}, 'demo'],
  [{ MODE: '' }, 'demo'],
  [{ MODE: 'demo', PORT: '8080', HOST: 'localhost' }, 'demo'],
  [{ HOST: '::1', ORIGIN: 'http://localhost:3000' }, 'demo'],
  [{ DATABASE_URL: 'postgresql://x' }, 'production'],
  [{ MODE: 'production' }, 'production'],
])('the mode of %o is %s', (env, mode) => {
  expect(modeOf(env)).toBe(mode)
})

describe('an environment that is reachable from outside or meant as production', () => {
  test.each<[Record<string, string>, string]>([
    [{ DATABASE_URL: '', ORIGIN: 'https://kvartera.example', ...operatorEnv }, 'DATABASE_URL, OPERATOR_ADDRESS'],
    [{ DATABASE_URL: '' }, 'DATABASE_URL is set'],
    [{ AUTH_SECRET: secret }, 'AUTH_SECRET is set'],
    [{ SMTP_URL: '' }, 'SMTP_URL is set'],
    [{ STRIPE_SECRET_KEY: 'sk_1' }, 'STRIPE_SECRET_KEY is set'],
    [{ HOST: '0.0.0.0' }, 'HOST is not this machine alone'],
    [{ HOST: '::' }, 'HOST is not this machine alone'],
    [{ HOST: '127.0.0.1.evil.test' }, 'HOST is not this machine alone'],
    [{ ORIGIN: 'https://kvartera.example' }, 'ORIGIN is not this machine'],
    [{ ORIGIN: 'kvartera.example' }, 'ORIGIN must be an http or https address'],
    [{ MODE: 'demo', DATABASE_URL: 'postgresql://x' }, 'DATABASE_URL is set'],
    [{ MODE: 'demo', HOST: '192.168.1.10' }, 'HOST is not this machine alone'],
    [{ MODE: 'Production' }, 'MODE must be demo or production.'],
    [{ TRUSTED_PROXIES: '10.0.0.1' }, 'TRUSTED_PROXIES is set, also if to nothing'],
    [
      { MODE: '', ELKS_USERNAME: 'u1', ELKS_PASSWORD: 'p1', SMS_SENDER: '+46766860000' },
      'ELKS_PASSWORD, ELKS_USERNAME',
    ],
    [{ FILES_S3_SECRET: '' }, 'or MODE=demo to try it on this machine'],
    [{ MODE: 'demo', TRUSTED_PROXIES: '10.0.0.1', AUTH_SECRET: '' }, 'AUTH_SECRET is set'],
    [{ MODE: 'demo', TRUSTED_PROXIES: '10.0.0.1', HOST: '0.0.0.0' }, 'HOST is not this machine alone'],
  ])('is never started as the demo: %o', (env, sentence) => {
    expect(() => readConfig(env, secret)).toThrow(ConfigError)
    expect(() => readConfig(env, secret)).toThrow(sentence)
  })
})

describe('the demo mode', () => {
  const ofTheMachine = [
    'HOST',
    'PORT',
    'ORIGIN',
    'FREE_SPACE_MB',
    'BACKUP_FOLDER',
    'WEB_PROCESSES',
    'STOP_NOTICE_SECONDS',
    'LOG_LEVEL',
  ]
  /** Choice and limits of our own adapters. Accounts with providers are covered by other variables. */
  const ofTheProduct = ['MAIL_ADAPTER', 'SMS_ADAPTER', 'PUSH_ADAPTER', 'CONTACT_DELIVERY']
  const figures = ['SMS_PART_ORE', 'SMS_LOW_KRONOR', 'SMS_COUNTRIES', 'SMS_CODES_PER_HOUR']
  const innocent = [...ofTheMachine, ...ofTheProduct, ...figures]

  test.each(variables.filter((name) => !innocent.includes(name)))(
    'is refused without MODE=demo when %s is set, also if empty',
    (name) => {
      expect(() => modeOf({ [name]: '' })).toThrow(`${name} is set, also if to nothing`)
    },
  )

  test.each(innocent)('is chosen without MODE=demo when %s is set', (name) => {
    expect(variables).toContain(name)
    expect(modeOf({ [name]: '' })).toBe('demo')
  })

  test('allows settings of proxies and providers with MODE=demo', () => {
    const tried = { TRUSTED_PROXIES: '127.0.0.1', ELKS_USERNAME: 'u1', FILES_S3_KEY: '', VAPID_PRIVATE_KEY: 'x' }
    expect(modeOf({ MODE: 'demo', ...tried })).toBe('demo')
  })
})

describe('an insecure or invalid production environment', () => {
  test.each([
    [{ MODE: 'production', DATABASE_URL: '' }, 'DATABASE_URL is missing'],
    [{ ORIGIN: 'http://kvartera.example' }, 'ORIGIN is http'],
    [{ ORIGIN: 'http://192.168.1.10:3000' }, 'ORIGIN is http'],
    [{ TRUSTED_PROXIES: 'my-proxy' }, 'TRUSTED_PROXIES must be'],
    [{ TRUSTED_PROXIES: '10.0.0.1/' }, 'TRUSTED_PROXIES must be'],
    [{ TRUSTED_PROXIES: '10.0.0.1/8/8' }, 'TRUSTED_PROXIES must be'],
    [{ TRUSTED_PROXIES: '10.0.0.1, 0.0.0.0/0' }, 'TRUSTED_PROXIES is too wide in 0.0.0.0/0'],
    [{ TRUSTED_PROXIES: '::/0' }, 'TRUSTED_PROXIES is too wide'],
    [{ TRUSTED_PROXIES: '0.0.0.0/1,128.0.0.0/1' }, 'TRUSTED_PROXIES is too wide'],
    [{ TRUSTED_PROXIES: '::/1, 8000::/1' }, 'TRUSTED_PROXIES is too wide'],
    [{ TRUSTED_PROXIES: '10.0.0.0/7' }, 'TRUSTED_PROXIES is too wide'],
    [{ TRUSTED_PROXIES: '2001:db8::/15' }, 'TRUSTED_PROXIES is too wide'],
    [{ TRUSTED_PROXIES: '::/64' }, 'TRUSTED_PROXIES is too wide'],
    [{ MAIL_ADAPTER: '', SMTP_URL: 'smtp://mail.test?ignoreTLS=true' }, 'SMTP_URL turns TLS off'],
  ])('stops the start: %o', (wrong, sentence) => {
    const read = () => readConfig({ ...production, ...wrong }, null)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(sentence)
  })
})

test('reports that TRUSTED_PROXIES is missing, unless the origin is this machine', () => {
  expect(readConfig(production, null).missing).toEqual([])
  expect(readConfig({ ...production, TRUSTED_PROXIES: '' }, null).missing).toEqual([
    expect.stringContaining('TRUSTED_PROXIES is empty'),
  ])
  expect(readConfig({ ...production, ORIGIN: 'http://127.0.0.1:3000', TRUSTED_PROXIES: '' }, null).missing).toEqual([])
})
