import { describe, expect, test } from 'vitest'
import { inText } from './markup'
import { canaryInWords, lastDays, type Status, stateOfDay } from './status'
import { statusFeed } from './status-feed'
import { statusPage } from './status-page'

const over = { isFirst: false, isOver: true, hasEvent: false }

describe('a day of the status', () => {
  test.each([
    ['checked all day', { checks: 288, well: 288 }, over, 'well'],
    ['with a restart', { checks: 286, well: 286 }, over, 'well'],
    ['without checks for hours', { checks: 200, well: 200 }, over, 'disturbed'],
    ['with one failed check', { checks: 288, well: 287 }, over, 'disturbed'],
    ['with an incident', { checks: 288, well: 288 }, { ...over, hasEvent: true }, 'disturbed'],
    ['without any check', undefined, over, 'unknown'],
    ['not over yet', { checks: 3, well: 3 }, { ...over, isOver: false }, 'well'],
    ['the first day', { checks: 3, well: 3 }, { ...over, isFirst: true }, 'well'],
  ] as const)('is well, disturbed or unknown: %s', (_, day, about, state) => {
    expect(stateOfDay(day, about)).toBe(state)
  })
  test('is one of ninety, also across a change of daylight saving time', () => {
    const days = lastDays('2026-11-22')
    expect(days).toHaveLength(90)
    expect([days[0], days.at(-1)]).toEqual(['2026-08-25', '2026-11-22'])
    expect(new Set(days).size).toBe(90)
  })
})

test.each([
  [4, 2, 1, '4 skickade, 2 framme, 1 gick inte fram, 1 utan besked'],
  [4, 4, 0, '4 skickade, 4 framme'],
  [4, 0, 4, '4 skickade, 4 gick inte fram'],
  [4, 0, 0, '4 skickade, 4 utan besked'],
])('of %d canaries, %d delivered and %d failed, the page says: %s', (sent, delivered, failed, words) => {
  expect(canaryInWords({ day: '2026-11-20', sent, delivered, failed })).toBe(words)
})

test('inText escapes the special characters of HTML', () => {
  expect(inText(`<a href="'x'">&</a>`)).toBe('&#60;a href=&#34;&#39;x&#39;&#34;&#62;&#38;&#60;/a&#62;')
})

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`)
const canary = { day: '2026-11-20', sent: 4, delivered: 2, failed: 1 }
const status: Status = {
  isWell: false,
  writtenAt: at('13:05'),
  days: lastDays('2026-11-20').map((day) => ({ day, state: day === '2026-11-20' ? 'disturbed' : 'unknown' })),
  canaries: [
    { channel: 'sms', last: { ...canary, at: at('11:00') }, days: [canary] },
    { channel: 'push', last: null, days: [] },
    { channel: 'mail', last: null, days: [] },
  ],
  events: [
    { day: '2026-11-20', kind: 'late delivery', beganAt: at('12:00'), endedAt: null },
    { day: '2026-11-20', kind: 'engine silent', beganAt: at('02:10'), endedAt: at('02:25') },
  ],
}

describe('the page', () => {
  const page = statusPage(status, 'https://kvartera.example', null)
  test('says when it was written and when the next is due, and to ring 112 when something is wrong', () => {
    expect(page).toContain('Skrivet 20 nov. 14.05. Nästa gång senast kl. 14.10')
    expect(page).toContain('Något är fel med larmen just nu. Ring 112')
  })
  test('says, when all is well, that it does not tell whether there is anybody to call everywhere', () => {
    const limits = 'Om det finns någon att larma just där du bor står på larmets egen sida'
    expect(statusPage({ ...status, isWell: true }, 'https://kvartera.example', null)).toContain(limits)
    expect(page).not.toContain(limits)
  })
  test('says of canaries what is known, also that there was none', () => {
    expect(page).toContain('4 skickade, 2 framme, 1 gick inte fram, 1 utan besked')
    expect(page).toContain('Inget testlarm den vägen på nittio dagar')
  })
  test('lists past and ongoing disturbances', () => {
    expect(page).toContain('20 nov. 03.10 till 20 nov. 03.25: Larmmotorn svarade inte')
    expect(page).toContain('och pågår: Meddelanden kom inte iväg i tid')
    expect(page).toContain('stördes en dag på den enda dag som vi vet något om')
  })
  test('does not praise days of which nothing is known', () => {
    const days = status.days.map(({ day }) => ({ day, state: 'unknown' as const }))
    const fresh = statusPage({ ...status, days, events: [] }, 'https://kvartera.example', null)
    expect(fresh).toContain('<p>Vi vet inget om dagarna än.</p>')
    expect(fresh).not.toContain('Inget har stört')
  })
  test('loads no script, style sheet or image, and its style has a nonce when one is given', () => {
    expect(page).not.toMatch(/<script|<img|<link rel="stylesheet"|url\(|@import/)
    expect(page).toContain('<style>')
    expect(statusPage(status, 'https://kvartera.example', 'n0nce')).toContain('<style nonce="n0nce">')
  })
})

describe('the feed', () => {
  const feed = statusFeed(status, 'https://kvartera.example')
  test('has an entry with a stable id for each event', () => {
    expect([...feed.matchAll(/<id>(.*)<\/id>/g)].map(([, id]) => id)).toEqual([
      'https://kvartera.example/status',
      'https://kvartera.example/status#2026-11-20-late-delivery',
      'https://kvartera.example/status#2026-11-20-engine-silent',
    ])
  })
  test('has the time of its newest event as its update time', () => {
    expect(feed).toContain('<updated>2026-11-20T12:00:00.000Z</updated>')
    expect(feed).not.toContain('13:05')
  })
})
