import { expect, test } from 'vitest'
import { type AdminNews, readNews, writeNews } from './alarm-wire'

test('news come out as they went in, dates and all', () => {
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
      needsHelp: false,
      reopenings: 0,
    },
  }
  expect(readNews(writeNews(news))).toEqual(news)
})
