import { expect, test } from 'vitest'
import { namesOf } from '~/shared/chosen'
import { deeds, mayDo, reckon, smsText, stateLabels } from './broadcast'

const words = { purpose: 'safety_sms', text: 'Lås porten i natt.', companyName: null } as const

test('who speaks stands first, and an offer says how to be rid of them', () => {
  expect(smsText(words)).toBe('Trygghets-SMS från Kvartera: Lås porten i natt.')
  expect(smsText({ ...words, purpose: 'offers_sms', companyName: 'Lind Städ AB' })).toMatch(
    /^Lind Städ AB via Kvartera: Lås porten i natt\.\nSvara STOP /,
  )
})

test('the cost is people times parts times the price of a part', () => {
  expect(reckon(words, 240, 60)).toEqual({ recipients: 240, parts: 1, ore: 240 * 60, wide: [] })
  const long = reckon({ ...words, text: 'å'.repeat(200) }, 10, 60)
  expect([long.parts, long.ore]).toEqual([2, 1200])
  expect(reckon({ ...words, text: 'Lås ”porten”' }, 10, 60).wide).toEqual(['”'])
})

test('what is over cannot be done anything with', () => {
  const states = namesOf(stateLabels)
  const open = states.filter((state) => namesOf(deeds).some((deed) => mayDo(deed, state)))
  expect(open).toEqual(['asked', 'ready', 'running'])
})
