import { expect, test } from 'vitest'
import { bannerOf, type OpenAlarm, waitingOf } from './open-alarms'

const waits: OpenAlarm = {
  id: 'a',
  postcode: '12540',
  state: 'new',
  isTest: false,
  isMine: false,
  isColleagues: false,
  isComing: false,
  takerName: null,
  takerFirstName: null,
  companions: [],
  createdAt: new Date('2026-11-02T20:14:00Z'),
}
const newer: OpenAlarm = { ...waits, id: 'b', postcode: '12531', createdAt: new Date('2026-11-02T20:15:00Z') }
const taken: OpenAlarm = { ...waits, id: 'c', state: 'acknowledged', takerName: 'Vakt AB (Ali)' }
const own: OpenAlarm = { ...taken, id: 'd', isMine: true }
const comes: OpenAlarm = { ...taken, id: 'e', isColleagues: true, isComing: true, takerFirstName: 'Ali' }
const tried: OpenAlarm = { ...waits, id: 'f', isTest: true }

test.each<[string, OpenAlarm[], string, string | null, boolean]>([
  ['one alarm waits', [waits], 'Larm i 125 40: Ingen har larmet. Det har väntat sedan kl. 21.14.', 'a', true],
  [
    'two alarms wait',
    [newer, waits],
    '2 larm väntar: Ingen har dem. Det äldsta har väntat sedan kl. 21.14.',
    null,
    true,
  ],
  [
    'one alarm waits and the viewer has another',
    [own, newer],
    'Larm i 125 31: Ingen har larmet. Det har väntat sedan kl. 21.15.',
    'b',
    true,
  ],
  ['the viewer has an alarm', [taken, own], 'Larm i 125 40: Du har larmet.', 'd', false],
  ['the viewer comes too', [comes], 'Larm i 125 40: Du kommer också.', 'e', false],
  ['another company has the alarm', [taken], 'Larm i 125 40: Vakt AB (Ali) har larmet.', 'c', false],
  ['a test waits', [taken, tried], 'Testlarm i 125 40: Ingen har larmet.', 'f', false],
])('the banner says what is open when %s', (_, open, said, alarmId, isUrgent) => {
  const banner = bannerOf(open)
  expect(`${banner?.title}: ${banner?.text}`).toBe(said)
  expect(banner).toMatchObject({ alarmId, isUrgent })
})

test('the banner is empty when nothing is open, and a test makes no sound', () => {
  expect(bannerOf([])).toBeNull()
  expect(waitingOf([tried, taken, waits]).map(({ id }) => id)).toEqual(['a'])
})
