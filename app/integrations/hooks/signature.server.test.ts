import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newSecret, signedHeaders } from './signature.server'

const body = JSON.stringify({ type: 'test', words: 'Älvsjö ☂' })
const sign = (secrets: string[], at = new Date()) => signedHeaders({ id: 'msg_1', at, body }, secrets)

test('the Standard Webhooks library verifies our signature', () => {
  const secret = newSecret()
  expect(new Webhook(secret).verify(body, sign([secret]))).toEqual(JSON.parse(body))
})

test('both the old and the new secret verify the signature during rotation', () => {
  const [old, fresh] = [newSecret(), newSecret()]
  const headers = sign([fresh, old])
  for (const secret of [old, fresh]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow()
})

test('the signature fails for another body, another id and an old timestamp', () => {
  const secret = newSecret()
  const webhook = new Webhook(secret)
  expect(() => webhook.verify(`${body} `, sign([secret]))).toThrow()
  expect(() => webhook.verify(body, { ...sign([secret]), 'webhook-id': 'msg_2' })).toThrow()
  expect(() => webhook.verify(body, sign([secret], new Date(Date.now() - 3_600_000)))).toThrow()
})

test('a secret is 32 random bytes', () => {
  const secret = newSecret()
  expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
  expect(newSecret()).not.toBe(secret)
})
