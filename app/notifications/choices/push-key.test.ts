import { expect, test } from 'vitest'
import { isForKey } from './push-key'

const bytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url')).buffer

test.each([
  ['the same key', bytes('BKx_-9aQ7w'), 'BKx_-9aQ7w', true],
  ['the same key with padding', bytes('BKx_-9aQ7w'), 'BKx_-9aQ7w==', true],
  ['the same key in standard base64', bytes('BKx_-9aQ7w'), 'BKx/+9aQ7w', true],
  ['an earlier key', bytes('BKx_-9aQ7w'), 'BKx_-9aQ7g', false],
  ['a truncated key', bytes('BKx_-9aQ'), 'BKx_-9aQ7w', false],
  ['a browser that reports no key', null, 'BKx_-9aQ7w', true],
  ['an old browser without that property', undefined, 'BKx_-9aQ7w', true],
])('whether a subscription was made for this key: %s', (_, made, key, isSame) => {
  expect(isForKey(made, key)).toBe(isSame)
})
