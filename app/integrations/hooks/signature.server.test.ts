import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newSecret, signedHeaders } from './signature.server'

const body = JSON.stringify({ type: 'test', words: 'Älvsjö ☂' })
const sign = (secrets: string[], at = new Date()) => signedHeaders({ id: 'msg_1', at, body }, secrets)

test('what we sign is verified by a library of the standard that somebody else wrote', () => {
  const secret = newSecret()
  expect(new Webhook(secret).verify(body, sign([secret]))).toEqual(JSON.parse(body))
})

test('while one secret takes the place of another, whoever has either of them verifies it', () => {
  const [old, fresh] = [newSecret(), newSecret()]
  const headers = sign([fresh, old])
  for (const secret of [old, fresh]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow()
})

test('another body, another id and an old time are refused', () => {
  const secret = newSecret()
  const webhook = new Webhook(secret)
  expect(() => webhook.verify(`${body} `, sign([secret]))).toThrow()
  expect(() => webhook.verify(body, { ...sign([secret]), 'webhook-id': 'msg_2' })).toThrow()
  expect(() => webhook.verify(body, sign([secret], new Date(Date.now() - 3_600_000)))).toThrow()
})

test('a secret is 32 bytes that nobody has had', () => {
  const secret = newSecret()
  expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
  expect(newSecret()).not.toBe(secret)
})
