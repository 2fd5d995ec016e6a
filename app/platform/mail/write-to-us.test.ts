import { expect, test } from 'vitest'
import { writeToUs } from './write-to-us'

const operator = { name: 'Kvarter AB', address: 'Storgatan 1, 125 40 Älvsjö' }

test('a letter promises that a message is read only where the contact form delivers it', () => {
  expect(writeToUs({ contactDelivery: 'inbox', operator }, 'så läser vi det')).toBe(
    'Skriv till oss genom formuläret på startsidan, så läser vi det.',
  )
  expect(writeToUs({ contactDelivery: 'inbox', operator })).toBe('Skriv till oss genom formuläret på startsidan.')
  expect(writeToUs({ contactDelivery: 'off', operator }, 'så läser vi det')).toBe(
    'Skriv till oss: Kvarter AB, Storgatan 1, 125 40 Älvsjö.',
  )
})
