import { expect, test } from 'vitest'
import webPush from 'web-push'
import { operatorEnv } from '../../test/support/operator'
import { ConfigError, readConfig } from './config.server'
import { centreOutboxOnly } from './dc09/centre.server'
import { openDc09 } from './dc09/tcp-centre.server'
import { outboxOnly } from './mail/mail.server'
import { openSmtp } from './mail/smtp.server'
import { pushOutboxOnly } from './push/push.server'
import { openWebPush } from './push/web-push.server'
import { openElks } from './sms/elks.server'
import { smsOutboxOnly } from './sms/sms.server'

const secret = 'n0tAnEx4mple-QwErTyUiOpLkJhGfDsA'
const pair = webPush.generateVAPIDKeys()
const production = {
  DATABASE_URL: 'postgresql://kvartera@db.test/kvartera',
  ORIGIN: 'https://kvartera.example',
  AUTH_SECRET: secret,
  SMTP_URL: 'smtp://mail.test:587',
  ELKS_USERNAME: 'u1',
  ELKS_PASSWORD: 'p1',
  SMS_SENDER: '+46766860000',
  WEBHOOK_SECRET: 'x9Lq2mVt7Rk4Zc8Hn5Pw3Sd6',
  VAPID_PUBLIC_KEY: pair.publicKey,
  VAPID_PRIVATE_KEY: pair.privateKey,
  ...operatorEnv,
}

test('production sends by 46elks and web push with the given keys', () => {
  expect(readConfig(production, null)).toMatchObject({
    config: { sms: { adapter: '46elks' }, push: { adapter: 'webpush' } },
    secrets: {
      elks: { url: 'https://api.46elks.com/a1', username: 'u1', password: 'p1', sender: '+46766860000' },
      vapid: { ...pair, subject: 'mailto:hej@kvartera.example' },
      webhooks: [production.WEBHOOK_SECRET],
    },
  })
})

test('the demo sends no SMS, and derives keys that stay the same at the next start', () => {
  const demo = readConfig({}, secret)
  const { vapid, webhooks } = demo.secrets
  expect([demo.config.sms, demo.secrets.elks]).toEqual([{ adapter: 'outbox' }, null])
  expect(vapid.publicKey).toHaveLength(87)
  expect(webhooks[0]?.length).toBeGreaterThan(40)
  expect(readConfig({}, secret)).toEqual(demo)
  expect(readConfig({}, 'another-0ne-of-32-ch4racters-00aZ').secrets.vapid).not.toEqual(vapid)
  // web-push throws here if the key pair is not valid for signing.
  expect(() => webPush.setVapidDetails('mailto:a@b.se', vapid.publicKey, vapid.privateKey)).not.toThrow()
})

test('a demo with a 46elks account sends real SMS when MODE=demo is set', () => {
  const { ELKS_USERNAME, ELKS_PASSWORD, SMS_SENDER } = production
  expect(readConfig({ MODE: 'demo', ELKS_USERNAME, ELKS_PASSWORD, SMS_SENDER }, secret).config.sms.adapter).toBe(
    '46elks',
  )
})

test('voice calls use the SMS account, with its number or VOICE_SENDER, unless VOICE_ADAPTER=outbox', () => {
  const { elks } = readConfig(production, null).secrets
  expect(readConfig(production, null)).toMatchObject({
    config: { voice: { adapter: '46elks', recordings: null } },
    secrets: { elksVoice: elks },
  })
  const other = { ...production, VOICE_SENDER: '+46766860001', VOICE_RECORDINGS: '.' }
  expect(readConfig(other, null)).toMatchObject({
    config: { voice: { recordings: process.cwd() } },
    secrets: { elksVoice: { ...elks, sender: '+46766860001' } },
  })
  expect(readConfig({ ...production, VOICE_ADAPTER: 'outbox' }, null)).toMatchObject({
    config: { voice: { adapter: 'outbox' } },
    secrets: { elks, elksVoice: null },
  })
  expect(readConfig({}, secret).config.voice.adapter).toBe('outbox')
})

test.each([
  [{ VOICE_ADAPTER: 'pigeon' }, 'VOICE_ADAPTER must be outbox or 46elks.'],
  [{ VOICE_SENDER: 'Kvartera' }, 'VOICE_SENDER must be a number'],
  [{ VOICE_RECORDINGS: '/nowhere' }, 'VOICE_RECORDINGS is not a folder'],
  [{ SMS_ADAPTER: 'outbox', VOICE_ADAPTER: '46elks' }, 'VOICE_ADAPTER=46elks needs the account of SMS_ADAPTER=46elks.'],
  [{ ELKS_USERNAME: '' }, 'ELKS_USERNAME is missing: set it, or set SMS_ADAPTER=outbox'],
  [{ ELKS_PASSWORD: '' }, 'ELKS_PASSWORD is missing'],
  [{ SMS_SENDER: '' }, 'SMS_SENDER is missing'],
  [{ SMS_SENDER: 'Kvartera' }, 'SMS_SENDER must be a number that can be replied to'],
  [{ SMS_ADAPTER: 'pigeon' }, 'SMS_ADAPTER must be outbox or 46elks.'],
  [{ WEBHOOK_SECRET: '' }, 'WEBHOOK_SECRET is missing'],
  [{ WEBHOOK_SECRET: 'short' }, 'WEBHOOK_SECRET is too short'],
  [{ VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '' }, 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are missing'],
  [{ VAPID_PRIVATE_KEY: '' }, 'VAPID_PRIVATE_KEY is missing'],
  [{ VAPID_PRIVATE_KEY: webPush.generateVAPIDKeys().privateKey }, 'do not belong together'],
  [{ VAPID_SUBJECT: 'siv' }, 'VAPID_SUBJECT must start with mailto: or https:'],
])('stops the start with one sentence: %o', (wrong, sentence) => {
  const read = () => readConfig({ ...production, ...wrong }, null)
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(sentence)
})

test('production runs without SMS and push when their adapters are set to outbox', () => {
  const { ELKS_USERNAME, ELKS_PASSWORD, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, WEBHOOK_SECRET, ...rest } = production
  expect(readConfig({ ...rest, SMS_ADAPTER: 'outbox', PUSH_ADAPTER: 'outbox' }, null)).toMatchObject({
    config: { sms: { adapter: 'outbox' }, push: { adapter: 'outbox' } },
    secrets: { webhooks: [] },
  })
})

test('each adapter states whether messages leave the house', async () => {
  const account = { url: 'http://127.0.0.1:1', username: 'u1', password: 'p1', sender: '+46766860000' }
  const ways = [
    openSmtp('smtp://127.0.0.1:1', 'hej@kvartera.test'),
    openElks(account, () => ''),
    openWebPush({ ...pair, subject: 'mailto:hej@kvartera.test' }, []),
    openDc09([]),
  ]
  const kept = [outboxOnly, smsOutboxOnly, pushOutboxOnly(pair.publicKey), centreOutboxOnly]
  expect(ways.map(({ name, leavesTheHouse }) => [name, leavesTheHouse])).toEqual(
    ['smtp', '46elks', 'webpush', 'dc09'].map((name) => [name, true]),
  )
  expect(kept.map(({ name, leavesTheHouse }) => [name, leavesTheHouse])).toEqual(kept.map(() => ['outbox', false]))
})

test('the outbox adapters accept any recipient, and report no arrival', async () => {
  expect([pushOutboxOnly(pair.publicKey).accepts('https://push.exempel.se/x'), centreOutboxOnly.accepts('x')]).toEqual([
    true,
    true,
  ])
  const station = { account: '1234', receiver: '1', line: '0', format: 'SIA-DCS' as const, key: null }
  expect(await centreOutboxOnly.tell({ ...station, host: 'x', port: 1, skewMs: 7 }, null, 0)).toEqual({
    kind: 'delivered',
    arrived: false,
    skewMs: 7,
  })
})
