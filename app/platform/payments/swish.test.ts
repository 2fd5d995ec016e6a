import { expect, test } from 'vitest'
import { swishCode, swishLink } from './swish'

test('builds the code of the published specification’s example', () => {
  expect(swishCode({ payee: '1237856901', amount: 100_00, message: '12229445' })).toBe('C1237856901;100,00;12229445;0')
})

test.each([
  [39_00, 'KV1000017', 'C1231181189;39,00;KV1000017;0'],
  [1_243_75, 'KV1000017', 'C1231181189;1243,75;KV1000017;0'],
  [5, 'Åsa; 50 %', 'C1231181189;0,05;%C3%85sa%3B%2050%20%25;0'],
])('formats and escapes %i öre with the message "%s"', (amount, message, code) => {
  expect(swishCode({ payee: '1231181189', amount, message })).toBe(code)
})

test('builds a link that opens the Swish app', () => {
  expect(swishLink({ payee: '1231181189', amount: 368_75, message: 'KV1000017' })).toBe(
    'https://app.swish.nu/1/p/sw/?sw=1231181189&amt=368.75&cur=SEK&msg=KV1000017&src=qr',
  )
})
