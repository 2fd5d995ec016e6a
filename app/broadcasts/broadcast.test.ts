import { expect, test } from 'vitest'
import { namesOf } from '~/shared/chosen'
import { deeds, mayDo, partsShown, reckon, smsText, stateLabels } from './broadcast'
import { queryOf, readBroadcastSearch } from './broadcast-search'

const words = { purpose: 'safety_sms', text: 'Lås porten i natt.', companyName: null } as const

test('the text begins with the sender, and an offer ends with how to stop them', () => {
  expect(smsText(words)).toBe('Trygghets-SMS från Kvartera: Lås porten i natt.')
  expect(smsText({ ...words, purpose: 'offers_sms', companyName: 'Lind Städ AB' })).toMatch(
    /^Lind Städ AB via Kvartera: Lås porten i natt\.\nSvara STOP /,
  )
})

test('the cost is recipients times parts times the price of a part', () => {
  expect(reckon(words, 240, 60)).toEqual({ recipients: 240, parts: 1, ore: 240 * 60, wide: [] })
  const long = reckon({ ...words, text: 'å'.repeat(200) }, 10, 60)
  expect([long.parts, long.ore]).toEqual([2, 1200])
  expect(reckon({ ...words, text: 'Lås ”porten”' }, 10, 60).wide).toEqual(['”'])
})

test('only asked, ready and running broadcasts can be acted on', () => {
  const states = namesOf(stateLabels)
  const open = states.filter((state) => namesOf(deeds).some((deed) => mayDo(deed, state)))
  expect(open).toEqual(['asked', 'ready', 'running'])
})

test.each([
  ['', false, true],
  ['visa=asked', true, true],
  ['ordning=skrivet', false, false],
  ['visa=asked&ordning=skrivet', true, false],
])('the administrators’ list reads its search from the query string: %j', (query, asked, down) => {
  const search = readBroadcastSearch(new URLSearchParams(query))
  expect(search).toEqual({ asked, order: { by: 'written', down } })
  expect(queryOf(search).toString()).toBe(query)
})

test('one part of an SMS is named in the singular', () => {
  expect(['Lås porten.', 'å'.repeat(200)].map(partsShown)).toEqual(['1 SMS-del', '2 SMS-delar'])
})
