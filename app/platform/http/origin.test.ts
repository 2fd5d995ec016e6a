import { describe, expect, test } from 'vitest'
import { isForeignPost, requestOrigin } from './origin'

const own = 'https://kvartera.test'

describe('a cross-site request (CSRF)', () => {
  test.each([
    ['GET', { origin: 'https://evil.test' }, false],
    ['POST', { origin: own }, false],
    ['POST', { origin: 'https://evil.test' }, true],
    ['POST', { origin: 'https://kvartera.test.evil.test' }, true],
    ['POST', { origin: 'null' }, true],
    ['DELETE', { origin: 'https://evil.test' }, true],
    ['POST', { 'sec-fetch-site': 'cross-site' }, true],
    ['POST', { 'sec-fetch-site': 'same-site' }, true],
    ['POST', { 'sec-fetch-site': 'same-origin' }, false],
    ['POST', {}, false],
    ['POST', { cookie: 'kvartera.session_token=x' }, true],
    ['DELETE', { cookie: 'a=b' }, true],
    ['GET', { cookie: 'a=b' }, false],
    ['POST', { cookie: 'a=b', origin: own }, false],
    ['POST', { cookie: 'a=b', 'sec-fetch-site': 'same-origin' }, false],
  ])('%s with %o is refused: %s', (method, headers, foreign) => {
    expect(isForeignPost(method, new Headers(headers as Record<string, string>), own)).toBe(foreign)
  })
})

test('only the demo takes a loopback host as its origin', () => {
  expect(requestOrigin(own, 'localhost:3000', true)).toBe('http://localhost:3000')
  expect(requestOrigin(own, 'localhost:3000', false)).toBe(own)
  expect(requestOrigin(own, 'evil.test', true)).toBe(own)
})
