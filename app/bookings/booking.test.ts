import { describe, expect, test } from 'vitest'
import {
  type Actor,
  asksForEarlyStart,
  type BookingDeed,
  type BookingFacts,
  type BookingStatus,
  bookingDeeds,
  bookingStates,
  cancelRule,
  countsAt,
  countsWhenSaidBy,
  deedsFor,
  firstLapse,
  freeUntil,
  isLateToCancel,
  lapseAfter,
  mayDo,
  remindAt,
  silentSide,
  statusFrom,
} from './booking'

const start = new Date('2026-12-01T09:00:00Z')
const booking = (given: Partial<BookingFacts> = {}): BookingFacts => ({
  status: 'pending',
  startsAt: start,
  endsAt: new Date('2026-12-01T10:00:00Z'),
  confirmedAt: null,
  earlyStartAt: null,
  freeCancelHours: 24,
  proposal: null,
  lapsesAt: start,
  companyAnswers: true,
  memberAnswers: true,
  said: null,
  ...given,
})
const hoursBefore = (hours: number) => new Date(start.getTime() - hours * 3_600_000)
const proposal = (by: 'member' | 'company') => ({ startsAt: new Date('2026-12-02T09:00:00Z'), by })

test('the labels are those of the specification', () => {
  expect(Object.entries(bookingStates).map(([state, { label, short }]) => [state, label, short])).toEqual([
    ['pending', 'Väntar på bekräftelse', 'Väntar'],
    ['confirmed', 'Bekräftad', 'Bekräftad'],
    ['completed', 'Genomförd', 'Genomförd'],
    ['cancelled', 'Avbokad', 'Avbokad'],
  ])
  expect(bookingDeeds.confirm.label).toBe('Bekräfta bokning')
  expect(bookingDeeds.complete.label).toBe('Markera som genomförd')
})

test.each(['pending', 'confirmed', 'completed', 'cancelled'])('statusFrom accepts %s', (status) => {
  expect(statusFrom(status)).toBe(status)
})
test.each(['', 'done', 'toString', '__proto__'])('statusFrom reads the unknown status %j as pending', (status) => {
  expect(statusFrom(status)).toBe('pending')
})

test.each<[BookingStatus, Actor, number, BookingDeed[]]>([
  ['pending', 'member', 1, ['cancel', 'propose']],
  ['pending', 'company', 1, ['confirm', 'decline', 'cancel', 'propose']],
  ['confirmed', 'member', 1, ['cancel', 'propose']],
  ['confirmed', 'company', 1, ['cancel', 'propose']],
  ['confirmed', 'company', 0, ['complete', 'mark as no-show']],
  ['pending', 'member', -1, []],
  ['pending', 'company', -1, ['decline']],
  ['confirmed', 'member', -1, []],
  ['confirmed', 'company', -1, ['complete', 'mark as no-show']],
  ['completed', 'member', 1, []],
  ['completed', 'company', 1, []],
  ['cancelled', 'member', 1, []],
  ['cancelled', 'company', -1, []],
])('deeds of a %s booking for the %s, %i h before the start: %j', (status, by, hours, deeds) => {
  expect(deedsFor(by as 'member', booking({ status }), hoursBefore(hours))).toEqual(deeds)
})

test.each(['complete', 'mark as no-show'] as const)('while “%s” is said, the company can only take it back', (deed) => {
  const said = booking({ status: 'confirmed', said: { deed, at: start }, proposal: proposal('member') })
  const at = hoursBefore(-0.01)
  expect(deedsFor('company', said, at)).toEqual(['take back'])
  // The member has not been told of it, so their choices are unchanged.
  const unsaid = booking({ status: 'confirmed', proposal: proposal('company') })
  const theirs = deedsFor('member', unsaid, at)
  expect(theirs).toContain('accept proposal')
  expect(deedsFor('member', { ...unsaid, said: said.said }, at)).toEqual(theirs)
  expect(mayDo('take back', 'member', said, at)).toMatchObject({ may: false })
})

test.each<[BookingStatus, string]>([
  ['pending', 'Det finns inget att ångra.'],
  ['confirmed', 'Det finns inget att ångra.'],
  ['completed', 'Det är för sent att ångra. Bokningen är redan genomförd.'],
  ['cancelled', 'Det är för sent att ångra. Bokningen är redan avbokad.'],
])('nothing can be taken back of a %s booking when nothing was said', (status, because) => {
  expect(mayDo('take back', 'company', booking({ status }), start)).toEqual({ may: false, because })
})

test('what is said counts exactly one minute later', () => {
  expect(countsAt({ at: start })).toEqual(new Date('2026-12-01T09:01:00Z'))
  expect(countsWhenSaidBy(countsAt({ at: start }))).toEqual(start)
})

test('a member cannot propose a time to, or accept one from, a company for which nobody may act', () => {
  const silent = { companyAnswers: false, status: 'confirmed' } as const
  expect(deedsFor('member', booking(silent), hoursBefore(1))).toEqual(['cancel'])
  const offered = booking({ ...silent, proposal: proposal('company') })
  expect(deedsFor('member', offered, hoursBefore(1))).toEqual(['cancel', 'refuse proposal'])
  const because = 'Företaget kan inte svara här just nu.'
  for (const deed of ['propose', 'accept proposal'] as const) {
    expect(mayDo(deed, 'member', offered, hoursBefore(1))).toEqual({ may: false, because })
  }
})

test('a company cannot propose a time to a member who may not log in, and may do all else', () => {
  const silent = { memberAnswers: false } as const
  const asked = booking({ ...silent, status: 'pending', proposal: proposal('member') })
  expect(deedsFor('company', asked, hoursBefore(1))).toEqual([
    'confirm',
    'decline',
    'cancel',
    'accept proposal',
    'refuse proposal',
  ])
  const because = 'Kunden kan inte svara här just nu. Ring eller mejla i stället.'
  expect(mayDo('propose', 'company', asked, hoursBefore(1))).toEqual({ may: false, because })
  expect(mayDo('propose', 'company', { ...asked, memberAnswers: true }, hoursBefore(1)).may).toBe(true)
})

describe('a proposed time', () => {
  test.each<['member' | 'company', 'member' | 'company', number, boolean, boolean]>([
    // asked by, answered by, hours before the start: may accept, may refuse
    ['member', 'company', 5, true, true],
    ['member', 'member', 5, false, true],
    ['company', 'member', 5, true, true],
    ['company', 'company', 5, false, true],
    // After the original time but before the proposed one.
    ['member', 'company', -2, true, true],
    ['member', 'company', -23.99, true, true],
    ['member', 'company', -24, false, true],
    ['member', 'company', -25, false, true],
  ])(
    'by the %s, answered by the %s %i h before the start: accept %s, refuse %s',
    (asked, by, hours, accept, refuse) => {
      const facts = booking({ proposal: proposal(asked) })
      expect(mayDo('accept proposal', by, facts, hoursBefore(hours)).may).toBe(accept)
      expect(mayDo('refuse proposal', by, facts, hoursBefore(hours)).may).toBe(refuse)
    },
  )

  test('that does not exist can be neither accepted nor refused', () => {
    expect(mayDo('accept proposal', 'company', booking(), hoursBefore(1)).may).toBe(false)
    expect(mayDo('refuse proposal', 'company', booking(), hoursBefore(1)).may).toBe(false)
  })
})

test('a pending request is lapsed by the system only, and not before its deadline', () => {
  expect(mayDo('lapse', 'system', booking(), hoursBefore(0.01)).may).toBe(false)
  expect(mayDo('lapse', 'system', booking(), start).may).toBe(true)
  expect(mayDo('lapse', 'company', booking(), start).may).toBe(false)
  expect(mayDo('lapse', 'system', booking({ status: 'confirmed' }), start).may).toBe(false)
})

test.each<['member' | 'company', BookingStatus, number, number, boolean]>([
  ['member', 'confirmed', 24, 24.01, false],
  ['member', 'confirmed', 24, 24, false],
  ['member', 'confirmed', 24, 23.99, true],
  ['member', 'confirmed', 0, 0.01, false],
  ['member', 'confirmed', 168, 100, true],
  ['member', 'pending', 24, 1, false],
  ['company', 'confirmed', 24, 1, false],
])(
  'cancelling by the %s of a %s booking with %i free hours, %d h before: late %s',
  (by, status, freeCancelHours, hours, late) => {
    expect(isLateToCancel(by, booking({ status, freeCancelHours }), hoursBefore(hours))).toBe(late)
  },
)

test('a member is never late to cancel with a company for which nobody may act', () => {
  expect(isLateToCancel('member', booking({ status: 'confirmed', companyAnswers: false }), hoursBefore(1))).toBe(false)
})

test.each([
  [0, 'ända fram till start'],
  [1, 'fram till en timme innan'],
  [2, 'fram till 2 timmar innan'],
  [24, 'fram till 24 timmar innan'],
  [48, 'fram till 2 dygn innan'],
  [36, 'fram till 36 timmar innan'],
])('the cancellation rule of %i hours reads: %s', (hours, words) => {
  expect(cancelRule(hours)).toContain(words)
})

describe('the deadline of a request', () => {
  const at = (day: number, hour = 9) => new Date(Date.UTC(2026, 10, day, hour))
  // Asked on 20 November for 1 December, so held until the 23rd. Now is the 22nd.
  const asked = { startsAt: start, proposal: null, lapsesAt: at(23), askedAt: at(20) }
  const soon = { ...asked, startsAt: at(24) }
  const by = (side: 'member' | 'company') => ({ startsAt: at(30), by: side })

  test('is three days at first, and never after the start', () => {
    expect(firstLapse(at(20), start)).toEqual(at(23))
    expect(firstLapse(at(20), at(22))).toEqual(at(22))
    expect(firstLapse(at(20), at(23, 10))).toEqual(at(23))
  })

  test.each<[string, 'member' | 'company', Partial<typeof asked> | object, Date | null, Date]>([
    ['a proposal by the company: 72 hours', 'company', asked, at(35), at(25)],
    ['a proposal withdrawn by the company: 72 hours', 'company', { ...asked, proposal: by('company') }, null, at(25)],
    ['a counter-proposal by the member: 72 hours', 'member', { ...asked, proposal: by('company') }, at(35), at(25)],
    ['a first proposal by the member: unchanged', 'member', asked, at(35), at(23)],
    ['a second proposal by the member: unchanged', 'member', { ...asked, proposal: by('member') }, at(35), at(23)],
    ['a proposal withdrawn by the member: no less than before', 'member', { ...asked, lapsesAt: at(24) }, null, at(24)],
    [
      'a proposal withdrawn by the member: at least 72 hours from the request',
      'member',
      { ...asked, lapsesAt: at(22, 12) },
      null,
      at(23),
    ],
    ['no later than the start', 'company', soon, null, at(24)],
    ['no later than a proposed later start', 'company', soon, at(24, 12), at(24, 12)],
    ['a proposed earlier start does not shorten it', 'company', soon, at(23, 12), at(24)],
  ])('changes with a proposal: %s', (_, side, given, proposedAt, until) => {
    expect(lapseAfter(side, { ...asked, ...given }, proposedAt, at(22))).toEqual(until)
  })

  test('is missed by the side that was asked last, or by a company for which nobody may act', () => {
    const silent = (proposal: Parameters<typeof silentSide>[0]['proposal'], companyAnswers = true) =>
      silentSide({ proposal, companyAnswers })
    expect([silent(null), silent(by('member')), silent(by('company')), silent(by('company'), false)]).toEqual([
      ...['company', 'company', 'member', 'company'],
    ])
  })
})

test.each([
  [0, 24],
  [22, 24],
  [23, 25],
  [24, 26],
  [34, 36],
  [35, 24],
  [168, 24],
])('a member who may cancel free of charge until %i hours before is reminded %i hours before', (free, hours) => {
  const reminded = remindAt({ startsAt: start, freeCancelHours: free })
  expect(reminded).toEqual(new Date(start.getTime() - hours * 3_600_000))
})

test('freeUntil subtracts the free hours, and asksForEarlyStart is exact to the day', () => {
  expect(freeUntil({ startsAt: start, freeCancelHours: 36 })).toEqual(new Date('2026-11-29T21:00:00Z'))
  // Three days in which the company may say yes, and fourteen days from then on.
  const now = new Date('2026-11-14T09:00:00Z')
  expect(asksForEarlyStart(new Date('2026-12-01T22:30:00Z'), now)).toBe(true)
  expect(asksForEarlyStart(new Date('2026-12-01T23:30:00Z'), now)).toBe(false)
})
