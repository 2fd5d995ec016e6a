import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { busyIn as stepsOf } from './busy-in'

/** All steps at once. */
function busyIn(...given: Parameters<typeof stepsOf>) {
  const steps = stepsOf(...given)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const year = { from: Date.parse('2026-11-20T00:00:00Z'), to: Date.parse('2027-11-21T00:00:00Z') }
const file = (...events: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((event) => ['BEGIN:VEVENT', event, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')
const event = (...lines: string[]) => ['UID:1@ditt.se', ...lines].join('\r\n')
const here = (name: string, time: string) => `${name};TZID=Europe/Stockholm:${time}`

function read(...events: string[]) {
  const found = busyIn(file(...events), year, 'kvartera')
  return found?.busy.map(({ from, to }) => `${new Date(from).toISOString().slice(0, 16)} ${(to - from) / 3_600_000}`)
}

describe('busy time of one event', () => {
  test.each<[string, string[], string[]]>([
    [
      'is read in its time zone',
      [here('DTSTART', '20261126T080000'), here('DTEND', '20261126T100000')],
      ['2026-11-26T07:00 2'],
    ],
    [
      'is read in summer time',
      [here('DTSTART', '20270626T080000'), here('DTEND', '20270626T100000')],
      ['2027-06-26T06:00 2'],
    ],
    ['is read in UTC', ['DTSTART:20261126T080000Z', 'DURATION:PT1H30M'], ['2026-11-26T08:00 1.5']],
    [
      'without a time zone is read in the company’s',
      ['DTSTART:20261126T080000', 'DTEND:20261126T090000'],
      ['2026-11-26T07:00 1'],
    ],
    [
      'is read in a zone with a Windows name',
      ['DTSTART;TZID="W. Europe Standard Time":20261126T080000', 'DURATION:PT1H'],
      ['2026-11-26T07:00 1'],
    ],
    [
      'in an unknown zone is read in the company’s',
      ['DTSTART;TZID=Min zon:20261126T080000', 'DURATION:PT1H'],
      ['2026-11-26T07:00 1'],
    ],
    ['of a whole day is 24 hours', ['DTSTART;VALUE=DATE:20261126'], ['2026-11-25T23:00 24']],
    [
      'of two whole days, one with 25 hours, is 49 hours',
      ['DTSTART;VALUE=DATE:20271030', 'DTEND;VALUE=DATE:20271101'],
      ['2027-10-29T22:00 49'],
    ],
    ['marked as free is not busy', ['DTSTART:20261126T080000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'], []],
    ['that is cancelled is not busy', ['DTSTART:20261126T080000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'], []],
    ['without a duration is not busy', ['DTSTART:20261126T080000Z'], []],
    ['in the past is left out', ['DTSTART:20251126T080000Z', 'DURATION:PT1H'], []],
    [
      'with a reminder is busy for its own duration only',
      ['DTSTART:20261126T080000Z', 'BEGIN:VALARM', 'DURATION:PT9H', 'END:VALARM', 'DURATION:PT1H'],
      ['2026-11-26T08:00 1'],
    ],
  ])('%s', (_, lines, busy) => {
    expect(read(event(...lines))).toEqual(busy)
  })

  test('exported by ourselves is left out, but one of another host with the same UID form is read', () => {
    const uid = (host: string) =>
      `UID:booking-01a1fa7b-5906-731d-880d-3f8b23f1bbc7@${host}\r\nDTSTART:20261126T080000Z\r\nDURATION:PT1H`
    expect(read(uid('kvartera'))).toEqual([])
    expect(read(uid('annan.se'))).toHaveLength(1)
  })
})

describe('a recurring event', () => {
  test('keeps its local time across a change to summer time', () => {
    const busy = read(
      event(here('DTSTART', '20270321T100000'), here('DTEND', '20270321T110000'), 'RRULE:FREQ=WEEKLY;COUNT=3'),
    )
    expect(busy).toEqual(['2027-03-21T09:00 1', '2027-03-28T08:00 1', '2027-04-04T08:00 1'])
  })

  test('leaves out EXDATE and cancelled occurrences, and moves the one with a RECURRENCE-ID', () => {
    const master = event(
      here('DTSTART', '20261201T100000'),
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=5',
      here('EXDATE', '20261202T100000'),
      here('EXDATE', '20261205T100000'),
    )
    const moved = event(here('RECURRENCE-ID', '20261203T100000'), here('DTSTART', '20261203T150000'), 'DURATION:PT2H')
    expect(read(master, moved)).toEqual(['2026-12-01T09:00 1', '2026-12-03T14:00 2', '2026-12-04T09:00 1'])
    const calledOff = event(
      here('RECURRENCE-ID', '20261203T100000'),
      here('DTSTART', '20261203T100000'),
      'STATUS:CANCELLED',
    )
    expect(read(master, calledOff)).toEqual(['2026-12-01T09:00 1', '2026-12-04T09:00 1'])
  })

  test.each([
    // From an example in RFC 5545; the library that the tests below compare with reads this rule as every Monday.
    ['on the twentieth Monday', '20260518', 'BYDAY=20MO', ['2027-05-17T10:00 1']],
    ['on the sixth of January', '20260106', 'BYMONTH=1;BYMONTHDAY=6', ['2027-01-06T10:00 1']],
    [
      'four times in two Decembers',
      '20251206',
      'COUNT=4;BYMONTH=12;BYMONTHDAY=6,24',
      ['2026-12-06T10:00 1', '2026-12-24T10:00 1'],
    ],
  ])('that repeats yearly, %s, occurs at the right times', (_, first, parts, busy) => {
    expect(read(event(`DTSTART:${first}T100000Z`, 'DURATION:PT1H', `RRULE:FREQ=YEARLY;${parts}`))).toEqual(busy)
  })

  test.each([
    ['a week, on another weekday than its first', '20261130', 'WEEKLY;BYDAY=WE;COUNT=3', ['11-30', '12-02', '12-09']],
    [
      'a month, on the first weekday of the month',
      '20261201',
      'MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1;COUNT=3',
      ['12-01', '01-01', '02-01'],
    ],
    ['a year, in another month than its first', '20261126', 'YEARLY;BYMONTH=6;COUNT=2', ['11-26', '06-26']],
    ['a year, with a day of the month', '20261213', 'YEARLY;BYMONTHDAY=13;COUNT=3', ['12-13', '01-13', '02-13']],
  ])('that repeats once %s, occurs at its start and on the days of the rule', (_, first, rule, days) => {
    const some = event(`DTSTART:${first}T100000Z`, 'DURATION:PT1H', `RRULE:FREQ=${rule}`)
    expect(read(some)?.map((one) => one.slice(5, 10))).toEqual(days)
  })

  test.each([
    ['limited to weekdays', '20261130', 'BYDAY=MO,WE;UNTIL=20261209', ['11-30', '12-02', '12-07', '12-09']],
    ['limited to a month', '20261230', 'BYMONTH=1;UNTIL=20270102', ['12-30', '01-01', '01-02']],
    ['limited to a day of the month', '20261201', 'BYMONTHDAY=13;UNTIL=20270113', ['12-01', '12-13', '01-13']],
    ['limited to Friday the thirteenth', '20261201', 'BYMONTHDAY=13;BYDAY=FR;UNTIL=20270901', ['12-01', '08-13']],
  ])('that repeats each day, %s, occurs on the right days', (_, first, parts, days) => {
    const daily = event(`DTSTART:${first}T100000Z`, 'DURATION:PT1H', `RRULE:FREQ=DAILY;${parts}`)
    expect(read(daily)?.map((one) => one.slice(5, 10))).toEqual(days)
  })

  test.each([
    ['a day', 'UNTIL=20261203', 3],
    ['a second before an occurrence', 'UNTIL=20261203T085959Z', 2],
    ['the moment of an occurrence', 'UNTIL=20261203T090000Z', 3],
  ])('with UNTIL set to %s ends at the right occurrence', (_, until, count) => {
    expect(read(event(here('DTSTART', '20261201T100000'), 'DURATION:PT1H', `RRULE:FREQ=DAILY;${until}`))).toHaveLength(
      count,
    )
  })

  test.each([
    'FREQ=SECONDLY',
    'FREQ=HOURLY;INTERVAL=2',
    'FREQ=YEARLY;BYWEEKNO=20',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=0;COUNT=1',
    'FREQ=WEEKLY;WKST=XX;COUNT=1',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=DAILY;COUNT=x',
    '',
  ])('with an unsupported or invalid rule is counted as unread: %s', (rule) => {
    const found = busyIn(file(event('DTSTART:20261201T100000Z', 'DURATION:PT1H', `RRULE:${rule}`)), year, 'kvartera')
    expect(found).toEqual({ busy: [], unread: 1 })
  })

  test.each(['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=DAILY', 'FREQ=MONTHLY;BYDAY=5MO;BYSETPOS=400'])(
    'with an endless rule is bounded by the year: %s',
    (rule) => {
      const found = busyIn(file(event('DTSTART:19700101T100000Z', 'DURATION:PT1H', `RRULE:${rule}`)), year, 'kvartera')
      expect(found?.busy.length).toBeLessThanOrEqual(367)
    },
  )
})

/** Differential test against a widely used calendar library: random rules must give the same moments for a year. */
describe('recurrence rules agree with another calendar library', () => {
  let seed = 20261126
  const chance = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return Math.floor((seed / 2_147_483_647) * most)
  }
  const pick = <One>(...from: One[]): One => from[chance(from.length)] as One
  const rules = Array.from({ length: 400 }, () => {
    const freq = pick('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY')
    const parts = [`FREQ=${freq}`, `INTERVAL=${1 + chance(4)}`]
    if (freq === 'WEEKLY') parts.push(pick('BYDAY=MO,WE', 'BYDAY=SU', 'BYDAY=FR,SA,SU', 'WKST=SU;BYDAY=SU,MO'))
    if (freq === 'MONTHLY')
      parts.push(
        pick(
          'BYMONTHDAY=31',
          'BYMONTHDAY=-1',
          'BYDAY=2TU',
          'BYDAY=-1FR',
          'BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
          'BYMONTHDAY=1,15',
        ),
      )
    if (freq === 'YEARLY')
      parts.push(pick('BYMONTH=6;BYDAY=-1SA', 'BYMONTH=2;BYMONTHDAY=29', 'BYMONTH=1,7;BYMONTHDAY=6'))
    const end = pick('', `COUNT=${1 + chance(30)}`, 'UNTIL=20270701T000000Z')
    return [...parts, ...(end ? [end] : [])].join(';')
  })

  const yearly = ['', ';BYDAY=-1SU,1MO', ';BYMONTHDAY=13', ';BYMONTH=12;BYMONTHDAY=6,24', ';BYMONTH=3,12;BYDAY=1MO']

  test.each([...new Set([...yearly.map((parts) => `FREQ=YEARLY${parts}`), ...rules])])('for %s', (rule) => {
    // DTSTART must match the rule, as calendars write it: the library's first occurrence.
    const begin = ICAL.Time.fromString('2026-11-20T10:00:00Z', undefined as never)
    const from = ICAL.Recur.fromString(rule).iterator(begin)
    const expected: number[] = []
    for (let time = from.next(); time && expected.length < 500; time = from.next()) {
      if (time.toJSDate().getTime() >= year.to) break
      expected.push(time.toJSDate().getTime())
    }
    const [first] = expected
    if (first === undefined) return
    const start = `${new Date(first).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
    const again = ICAL.Recur.fromString(rule).iterator(
      ICAL.Time.fromString(`${new Date(first).toISOString().slice(0, 19)}Z`, undefined as never),
    )
    const moments: number[] = []
    for (let time = again.next(); time && moments.length < 500; time = again.next()) {
      if (time.toJSDate().getTime() >= year.to) break
      moments.push(time.toJSDate().getTime())
    }
    const found = busyIn(file(event(`DTSTART:${start}`, 'DURATION:PT1H', `RRULE:${rule}`)), year, 'kvartera')
    expect(found?.busy.map(({ from: at }) => at)).toEqual(moments)
  })
})

test('the work for recurring events is limited, and events beyond the limit are counted as unread', () => {
  const endless = 'DTSTART:00010101T100000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=YEARLY;BYDAY=MO;COUNT=999999'
  const found = busyIn(file(...Array.from({ length: 50 }, (_, n) => `UID:${n}\r\n${endless}`)), year, 'kvartera')
  expect(found).toEqual({ busy: [], unread: 50 })
})

/**
 * Denial of service by file contents: the file's author is whoever gives us the address. Each of these blocked the
 * process, and with it every alarm, for minutes.
 */
test.each<[string, string[], string[]]>([
  ['a property of three hundred thousand parts', [`X-A${';'.repeat(300_000)}:x`], ['2026-11-26T08:00 1']],
  ['two hundred thousand empty properties', ['A:\r\n'.repeat(200_000)], ['2026-11-26T08:00 1']],
  [
    'a zone with two hundred thousand names',
    [`RDATE;TZID=${'/Ab'.repeat(200_000)}!:20250101T080000`],
    ['2026-11-26T08:00 1'],
  ],
  [
    'a hundred and fifty thousand extra dates',
    [`RDATE:${'20261126T080000Z,'.repeat(150_000)}`],
    ['2026-11-26T08:00 1'],
  ],
  ['a rule with fifty thousand months', [`RRULE:FREQ=DAILY;BYMONTH=${'13,'.repeat(50_000)}13`], []],
])('%s is read without blocking (denial of service)', (_, lines, busy) => {
  expect(read(event('DTSTART:20261126T080000Z', 'DURATION:PT1H', ...lines))).toEqual(busy)
})

describe('the duration of an event', () => {
  const at = 'DTSTART:20261126T080000Z'
  test.each<[string, string[], string[]]>([
    ['one week', [at, 'DURATION:P1W'], ['2026-11-26T08:00 168']],
    ['days, hours, minutes and seconds', [at, 'DURATION:P1DT2H30M36S'], ['2026-11-26T08:00 26.51']],
    ['a plus sign', [at, 'DURATION:+PT1H'], ['2026-11-26T08:00 1']],
    ['two whole days', ['DTSTART;VALUE=DATE:20261126', 'DURATION:P2D'], ['2026-11-25T23:00 48']],
    [
      'a leap second, read as the second before it',
      [at, 'DTEND:20261126T085960Z'],
      [`2026-11-26T08:00 ${3599 / 3600}`],
    ],
    ['an end before the start, read as no time', [at, 'DTEND:20261126T070000Z'], []],
  ])('is read: %s', (_, lines, busy) => {
    expect(read(event(...lines))).toEqual(busy)
  })

  test.each([
    ['no start', ['DURATION:PT1H']],
    ['a start that is not a time', ['DTSTART:i morgon', 'DURATION:PT1H']],
    ['a start on a date that does not exist', ['DTSTART:20261341T080000Z', 'DURATION:PT1H']],
    ['an end that is not a time', [at, 'DTEND:sedan']],
    ['an invalid duration', [at, 'DURATION:länge']],
    ['a rule with an UNTIL that is not a time', [at, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=sedan']],
    ['a rule for the zeroth Monday', [at, 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYDAY=0MO']],
  ])('is unknown with %s, and the event is counted as unread', (_, lines) => {
    expect(busyIn(file(event(...lines)), year, 'kvartera')).toEqual({ busy: [], unread: 1 })
  })
})

describe('the time zone of an event', () => {
  test.each([
    ['Europe/London', '2026-11-26T08:00 1'],
    ['"GMT Standard Time"', '2026-11-26T08:00 1'],
    ['FLE Standard Time', '2026-11-26T06:00 1'],
    ['Romance Standard Time', '2026-11-26T07:00 1'],
    ['UTC', '2026-11-26T08:00 1'],
    ['/mozilla.org/20050126_1/Europe/London', '2026-11-26T08:00 1'],
    ['/citadel.org/UTC', '2026-11-26T08:00 1'],
    [`${'x'.repeat(87)}/Europe/London`, '2026-11-26T07:00 1'],
    [`${'x'.repeat(86)}/Europe/London`, '2026-11-26T08:00 1'],
    ['"Europe/London";X="a:b;TZID=UTC"', '2026-11-26T08:00 1'],
    ['Europe/Helsinki;X="a:b"', '2026-11-26T06:00 1'],
    ['constructor', '2026-11-26T07:00 1'],
  ])('is resolved from TZID %s', (zone, busy) => {
    expect(read(event(`DTSTART;TZID=${zone}:20261126T080000`, 'DURATION:PT1H'))).toEqual([busy])
  })
})

describe('busy times of several events', () => {
  const from = (time: string, length: string) => event(`DTSTART:20261126T${time}00Z`, `DURATION:${length}`)
  test('are merged when they overlap or touch, in any order', () => {
    expect(read(from('1000', 'PT1H'), from('0800', 'PT2H'), from('1400', 'PT3H'), from('1500', 'PT1H'))).toEqual([
      '2026-11-26T08:00 3',
      '2026-11-26T14:00 3',
    ])
    expect(read(from('0800', 'PT1H'), from('0901', 'PT1H'))).toHaveLength(2)
  })

  test('leave out events that end at the start of the period or start at its end', () => {
    const edges = ['20261119T230000Z', '20271121T000000Z'].map((time) => event(`DTSTART:${time}`, 'DURATION:PT1H'))
    expect(read(...edges)).toEqual([])
    const inside = ['20261119T230001Z', '20271120T235959Z'].map((time) => event(`DTSTART:${time}`, 'DURATION:PT1H'))
    expect(read(...inside)).toHaveLength(2)
  })

  test('include the further times of an RDATE, each with its own duration', () => {
    const further = event('DTSTART:20261126T080000Z', 'DURATION:PT1H', 'RDATE:20261128T080000Z/PT3H,20261127T080000Z')
    expect(read(further)).toEqual(['2026-11-26T08:00 1', '2026-11-27T08:00 1', '2026-11-28T08:00 1'])
  })

  test('include a long recurring event that began before the period', () => {
    const trip = event('DTSTART;VALUE=DATE:20251025', 'DURATION:P30D', 'RRULE:FREQ=YEARLY')
    expect(read(trip)?.map((one) => one.slice(0, 10))).toEqual(['2026-10-24', '2027-10-24'])
  })

  test('apply a RECURRENCE-ID only to the event with the same UID', () => {
    const daily = (uid: string) => `UID:${uid}\r\nDTSTART:20261201T100000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=DAILY;COUNT=2`
    const moved =
      'UID:a\r\nRECURRENCE-ID:20261202T100000Z\r\nDTSTART:20261202T150000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=DAILY;COUNT=9'
    expect(read(daily('a'), moved)).toEqual(['2026-12-01T10:00 1', '2026-12-02T15:00 1'])
    expect(read(daily('b'), moved)).toEqual(['2026-12-01T10:00 1', '2026-12-02T10:00 1', '2026-12-02T15:00 1'])
  })
})

describe('busyIn', () => {
  test.each(['', '<html>Logga in</html>', 'BEGIN:VCARD\nEND:VCARD'])('returns null for other text: %s', (text) => {
    expect(busyIn(text, year, 'kvartera')).toBeNull()
  })
  test('accepts a truncated calendar and drops its incomplete event', () => {
    expect(busyIn('BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261126T080000Z', year, 'kvartera')).toEqual({
      busy: [],
      unread: 0,
    })
  })
})

test('a property name over 1000 characters or a rule over 500 makes the event unread', () => {
  const begun = (signs: number) => `DTSTART;X=${'x'.repeat(signs - 'DTSTART;X='.length)}:20261126T080000Z`
  const rule = (count: string) => `FREQ=DAILY;COUNT=${count};BYMONTH=11${',11'.repeat(157)}`
  expect([rule('2').length, rule('02').length]).toEqual([500, 501])
  const of = (...lines: string[]) => busyIn(file(event(...lines, 'DURATION:PT1H')), year, 'kvartera')
  expect([of(begun(1000)), of(begun(1001))]).toMatchObject([{ unread: 0 }, { busy: [], unread: 1 }])
  const at = 'DTSTART:20261126T080000Z'
  expect([of(at, `RRULE:${rule('2')}`), of(at, `RRULE:${rule('02')}`)]).toMatchObject([
    { busy: [{}, {}], unread: 0 },
    { busy: [], unread: 1 },
  ])
})

test.each([
  ['many daily events', Array.from({ length: 60 }, () => 'DTSTART:20261126\r\nRRULE:FREQ=DAILY')],
  ['a rule counted from long ago', ['DTSTART:19500101\r\nRRULE:FREQ=DAILY;COUNT=99999']],
  ['many dates', [`DTSTART:20261126\r\nRDATE:${'20261126,'.repeat(20_000)}20261126`]],
])('a heavy calendar is read in many small steps, between which the process does other work: %s', (_, events) => {
  let count = 0
  for (const steps = stepsOf(file(...events), year, 'kvartera'); !steps.next().done; ) count++
  expect(count).toBeGreaterThan(20_000)
})
