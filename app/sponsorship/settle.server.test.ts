import { expect, test } from 'vitest'
import { permitOf } from './settle.server'

test('a permit is valid through its last day in Stockholm', () => {
  const at = (moment: string, permitUntil: string | null = '2031-05-10') => permitOf({ permitUntil }, new Date(moment))
  expect([at('2031-05-10T21:59:59Z'), at('2031-05-10T22:00:00Z'), at('2031-05-10T10:00:00Z', null)]).toEqual([
    'valid',
    'expired',
    'none',
  ])
})
