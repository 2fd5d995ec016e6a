import { expect, test } from 'vitest'
import { postedFrom } from './posted-from'

const own = 'https://kvartera.test'

test.each([
  ['our page', 'https://kvartera.test/dashboard/customer/safety?skriv', 'ours'],
  ['our origin alone', 'https://kvartera.test/', 'ours'],
  ['another site', 'https://evil.test/', 'another site'],
  ['a host name that begins with ours', 'https://kvartera.test.evil.test/', 'another site'],
  ['our host as the user name for another site', 'https://kvartera.test@evil.test/', 'another site'],
  ['our host without TLS', 'http://kvartera.test/', 'another site'],
  ['our host on another port', 'https://kvartera.test:8443/', 'another site'],
  ['the parent domain of ours', 'https://test/', 'another site'],
  ['no referrer', '', 'unknown'],
  ['the default referrer of a request', 'about:client', 'unknown'],
])('postedFrom classifies a referrer: %s', (_, referrer, from) => {
  expect(postedFrom(referrer, own)).toBe(from)
})
