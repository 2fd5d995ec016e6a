import { expect, test } from 'vitest'
import { isStrange, lastPressIn } from './alarm-views'
import { type AdminNews, readNews, writeNews } from './alarm-wire'

test('readNews restores what writeNews wrote, dates included', () => {
  const news: AdminNews = {
    now: new Date('2026-11-20T21:14:00Z'),
    line: {
      id: 'a',
      postcode: '12540',
      state: 'acknowledged',
      isTest: false,
      urgency: 2,
      createdAt: new Date('2026-11-20T21:12:00Z'),
      takerName: 'at',
      takenAt: new Date('2026-11-20T21:13:00Z'),
      closedAt: null,
      formerTakers: [],
      needsHelp: false,
      reopenings: 0,
    },
  }
  expect(readNews(writeNews(news))).toEqual(news)
})

test.each([
  [[], ''],
  [[{ id: 'a', kind: 'note' }], ''],
  [
    [
      { id: 'a', kind: 'press' },
      { id: 'b', kind: 'press' },
      { id: 'c', kind: 'note' },
    ],
    'b',
  ],
] as const)('the newest press in %j is %j', (updates, id) => {
  expect(lastPressIn(updates)).toBe(id)
})

test.each([
  [0, false],
  [2, false],
  [3, true],
  [4, true],
])('an alarm that was reopened %i times counts as strange: %s', (reopenings, strange) => {
  expect(isStrange({ reopenings })).toBe(strange)
})
