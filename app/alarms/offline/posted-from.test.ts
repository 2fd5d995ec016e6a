import { expect, test } from 'vitest'
import { postedFrom } from './posted-from'

const own = 'https://kvartera.test'

test.each([
  ['our page', 'https://kvartera.test/dashboard/customer/safety?skriv', 'ours'],
  ['our origin alone', 'https://kvartera.test/', 'ours'],
  ['another site', 'https://evil.test/', 'another site'],
  ['a name that begins as ours', 'https://kvartera.test.evil.test/', 'another site'],
  ['ours as somebody’s name', 'https://kvartera.test@evil.test/', 'another site'],
  ['ours without TLS', 'http://kvartera.test/', 'another site'],
  ['another port', 'https://kvartera.test:8443/', 'another site'],
  ['a name above ours', 'https://test/', 'another site'],
  ['nothing said', '', 'unknown'],
  ['what a request says before it is asked', 'about:client', 'unknown'],
])('postedFrom classifies a referrer: %s', (_, referrer, from) => {
  expect(postedFrom(referrer, own)).toBe(from)
})
