import { describe, expect, test } from 'vitest'
import {
  bookingView,
  cancelBy,
  cancelView,
  contractView,
  dayView,
  moneyView,
  nextStep,
  type Seen,
  servicesView,
  withdrawView,
} from './booking-view'

// A Tuesday, 10.00 in Stockholm.
const start = new Date('2026-12-01T09:00:00Z')
const hoursBefore = (hours: number) => new Date(start.getTime() - hours * 3_600_000)
const now = hoursBefore(48)
const booking = (given: Partial<Seen> = {}): Seen => ({
  ...{ id: 'b', status: 'confirmed', startsAt: start, endsAt: new Date('2026-12-01T10:30:00Z'), durationMin: 90 },
  ...{
    confirmedAt: hoursBefore(72),
    requestedAt: hoursBefore(96),
    lapsesAt: hoursBefore(2),
    companyAnswers: true,
    memberAnswers: true,
    earlyStartAt: null,
    earlyStart: null,
  },
  ...{
    freeCancelHours: 24,
    proposal: null,
    wasProposalDropped: false,
    said: null,
    title: 'Hemstäd',
    repeatsEvery: null,
    withdrawal: null,
  },
  ...{ listOre: 749_00, discountOre: 74_90, feeOre: 37_45, customerPaysOre: 674_10, providerGetsOre: 636_65 },
  ...{ place: 'customer', address: 'Provgatan 1', phone: '+46701740601', note: 'Ring', reason: null },
  ...{ cancelledBy: null, noShow: false, customer: { name: 'Siv', email: 'siv@exempel.se' } },
  company: { id: 'c', name: 'Lind AB', phone: '+46812345678', address: 'Götalandsvägen 1', isHere: true },
  ...given,
})
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')

describe('a cancelled booking', () => {
  test.each<[string, Partial<Seen>, string | null, string | null]>([
    ['not cancelled', { status: 'completed', cancelledBy: 'member' }, null, null],
    [
      'a no-show',
      { noShow: true, cancelledBy: 'company' },
      'Företaget skrev att ingen var på plats.',
      'Kunden var inte på plats.',
    ],
    [
      'withdrawn from, nothing due',
      { withdrawal: { at: now, dueOre: 0 }, cancelledBy: 'member' },
      'Du ångrade avtalet.',
      'Siv ångrade avtalet. Ni kan inte ta betalt.',
    ],
    [
      'withdrawn from, part of the price due',
      { withdrawal: { at: now, dueOre: 1 } },
      'Du ångrade avtalet.',
      'Siv ångrade avtalet. Ni ska ha 0,01 kr för den del som var gjord.',
    ],
    [
      'a request that lapsed',
      { cancelledBy: 'system' },
      'Förfrågan gick ut utan svar i tid.',
      'Förfrågan gick ut utan svar i tid.',
    ],
    ['cancelled by the member', { cancelledBy: 'member' }, 'Du avbokade.', 'Siv avbokade.'],
    ['cancelled by the company', { cancelledBy: 'company', confirmedAt: now }, 'Lind AB avbokade.', 'Ni avbokade.'],
    [
      'declined by the company',
      { cancelledBy: 'company', confirmedAt: null },
      'Lind AB kunde inte ta bokningen.',
      'Ni tackade nej.',
    ],
    ['cancelled by a member who left', { cancelledBy: 'member', customer: null }, 'Du avbokade.', 'Kunden avbokade.'],
  ])('tells each side how it ended: %s', (_, given, member, company) => {
    const one = booking({ status: 'cancelled', ...given })
    expect(plain(bookingView(one, 'member', now).ended)).toBe(member ?? undefined)
    expect(plain(bookingView(one, 'company', now).ended)).toBe(company ?? undefined)
  })

  test('shows its reason, and no other booking does', () => {
    expect(bookingView(booking({ status: 'cancelled', reason: 'Sjuk' }), 'member', now).reason).toBe('Sjuk')
    expect(bookingView(booking({ reason: 'Sjuk' }), 'member', now).reason).toBeNull()
  })
})

test('bookingView gives date and time, the deadline to answer and whether the start has passed', () => {
  const view = bookingView(booking({ status: 'pending', repeatsEvery: 2 }), 'member', start)
  expect(view).toMatchObject({
    day: 'tisdag 1 december',
    date: 'tisdag 1 december 2026',
    time: '10.00',
    hasPassed: true,
  })
  expect([view.span, view.repeats, view.answerBy]).toEqual([
    '10.00–11.30',
    'Upprepas varannan vecka',
    'tisdag 1 december kl. 08.00',
  ])
  expect(bookingView(booking(), 'member', hoursBefore(0.01))).toMatchObject({
    hasPassed: false,
    answerBy: null,
    repeats: null,
  })
})

describe('a proposed time', () => {
  const proposed = (by: 'member' | 'company', given: Partial<Seen> = {}) =>
    booking({ proposal: { startsAt: new Date('2026-12-03T09:00:00Z'), by }, ...given })

  test('is shown with its span and the side that proposed it', () => {
    const { proposal } = bookingView(proposed('company'), 'company', now)
    expect(proposal).toMatchObject({ isOurs: true, when: { day: 'torsdag 3 december', span: '10.00–11.30' } })
    expect(bookingView(proposed('company'), 'member', now).proposal?.isOurs).toBe(false)
    expect(bookingView(booking(), 'member', now).proposal).toBeNull()
  })
  test('tells the member when a yes leaves no time to cancel free of charge', () => {
    const soon = (by: 'member' | 'company', given = {}) =>
      bookingView(proposed(by, given), 'member', new Date('2026-12-02T09:00:01Z')).proposal?.isTooSoonToCancelFree
    expect([soon('company'), soon('member'), soon('company', { freeCancelHours: 0 })]).toEqual([true, false, false])
    expect(bookingView(proposed('company'), 'member', now).proposal?.isTooSoonToCancelFree).toBe(false)
  })

  test.each<[string, 'member' | 'company', 'member' | 'company', Partial<Seen>, boolean]>([
    ['the company proposes, no consent given yet', 'member', 'company', {}, true],
    ['the company proposes, consent given before', 'member', 'company', { earlyStartAt: now }, false],
    ['the member proposes', 'member', 'member', {}, false],
    ['the company views its own proposal', 'company', 'company', {}, false],
    ['the fourteen days are over by the new time', 'member', 'company', { confirmedAt: hoursBefore(24 * 20) }, false],
    ['a request: fourteen days counted from now', 'member', 'company', { confirmedAt: null, status: 'pending' }, true],
  ])('asks for early-start consent only of a member who has to give it: %s', (_, side, by, given, asks) => {
    expect(bookingView(proposed(by, given), side, now).proposal?.asksForEarlyStart).toBe(asks)
  })
})

test('servicesView lists the services of a visit only when there are several', () => {
  expect(servicesView([booking()], 'member', now)).toEqual([])
  const [first, second] = servicesView([booking(), booking({ id: 'd', customerPaysOre: 100_00 })], 'member', now)
  expect([first?.id, second?.id, plain(second?.price)]).toEqual(['b', 'd', '100 kr'])
  // Deeds that apply to the whole visit are offered once, beside its services.
  expect(first?.may).toEqual(['cancel', 'withdraw'])
  expect(bookingView(booking(), 'member', now).may).toEqual(expect.arrayContaining(['propose', 'cancel', 'withdraw']))
})

test('what a company has said is shown to the company only, until it counts', () => {
  const said = { deed: 'complete', at: start } as const
  const one = booking({ said: said as Seen['said'] })
  expect(bookingView(one, 'member', start).said).toBeNull()
  expect(bookingView(one, 'company', start).said?.what).toMatch(/^Räknas som genomförd/)
})

test('dayView links the phone number; moneyView leaves out a zero discount and shows corrected amounts', () => {
  expect(dayView(booking(), 'member')).toMatchObject({ phone: { link: 'tel:+46701740601' }, where: 'Provgatan 1' })
  expect(dayView(booking({ phone: null }), 'member').phone).toBeNull()
  expect(moneyView(booking({ discountOre: 0 })).discount).toBeNull()
  expect(plain(moneyView(booking({ discountOre: 1 })).discount)).toBe('0,01 kr')
  const corrected = moneyView(booking(), { customerPaysOre: 600_00, feeOre: 30_00 } as never).corrected
  expect([corrected?.customerPays, corrected?.fee, corrected?.providerGets].map(plain)).toEqual([
    '600 kr',
    '30 kr',
    '570 kr',
  ])
})

describe('cancelling', () => {
  test.each<[string, 'member' | 'company', Partial<Seen>, Date, string | null]>([
    ['a completed booking', 'member', { status: 'completed' }, now, null],
    ['a company that cancels', 'company', {}, hoursBefore(1), 'Kunden får veta det med en gång och betalar ingenting.'],
    [
      'a request',
      'member',
      { status: 'pending' },
      hoursBefore(12),
      'Företaget har inte svarat än, så det kostar ingenting.',
    ],
    [
      'in time',
      'member',
      {},
      hoursBefore(24),
      'Du avbokar i god tid, före måndag 30 november kl. 10.00. Det kostar ingenting.',
    ],
    [
      'too late',
      'member',
      {},
      hoursBefore(23),
      'Du kunde avboka utan kostnad till måndag 30 november kl. 10.00. Nu kan företaget ta betalt för tiden, 674,10 kr.',
    ],
  ])('states its terms: %s', (_, side, given, at, terms) => {
    expect(plain(cancelView(booking(given), side, at)?.terms)).toBe(terms ?? undefined)
  })

  test.each<[string, Partial<Seen>, Date, RegExp | null]>([
    ['a completed booking', { status: 'completed' }, now, null],
    [
      'free until the start',
      { freeCancelHours: 0 },
      hoursBefore(1),
      /^Du kan avboka utan kostnad ända fram till start\.$/,
    ],
    [
      'in time',
      {},
      hoursBefore(24),
      /^Du kan avboka utan kostnad till måndag 30 november kl\. 10\.00\. Därefter .* 674,10 kr\.$/,
    ],
    ['too late', {}, hoursBefore(23), /^Den här går inte längre att avboka utan kostnad: .* 674,10 kr\.$/],
    [
      'a request in time',
      { status: 'pending' },
      hoursBefore(24),
      /^Tills företaget har svarat .* När det har sagt ja kan du avboka utan kostnad till/,
    ],
    [
      'a request too late',
      { status: 'pending' },
      hoursBefore(23),
      /^Tills företaget har svarat .* gick ut måndag 30 november kl\. 10\.00\.$/,
    ],
  ])('states until when it is free: %s', (_, given, at, words) => {
    const said = plain(cancelBy(booking(given), at))
    if (words) expect(said).toMatch(words)
    else expect(said).toBeUndefined()
  })
})

describe('what comes next', () => {
  test.each<[string, Partial<Seen>, Date, RegExp | null]>([
    ['a booking that has begun', {}, start, null],
    ['a proposal of another time', { proposal: { startsAt: start, by: 'member' } }, now, null],
    ['a cancelled booking', { status: 'cancelled' }, now, null],
    ['a request', { status: 'pending' }, now, /^Lind AB har till tisdag 1 december kl\. 08\.00 på sig/],
    ['before the reminder', {}, hoursBefore(26.1), /^Du får en påminnelse med mejl .+ kl\. \d\d\.\d\d\.$/],
    ['since the reminder', {}, hoursBefore(26), /^Vill du ändra något/],
    ['before the reminder, free to cancel until the start', { freeCancelHours: 0 }, hoursBefore(24.1), /^Du får en/],
    ['since the reminder, free to cancel until the start', { freeCancelHours: 0 }, hoursBefore(24), /^Vill du ändra/],
  ])('the next step depends on the state of the booking and the time left: %s', (_, given, at, words) => {
    const next = nextStep(booking(given), at)
    if (words) expect(plain(next?.next)).toMatch(words)
    else expect(next).toBeNull()
  })

  test('a request whose proposed time came to nothing is not called newly sent', () => {
    const next = nextStep(booking({ status: 'pending', wasProposalDropped: true }), now)
    expect(next).toMatchObject({
      title: 'Din förfrågan gäller fortfarande',
      text: 'Det blev inget av förslaget om en annan tid.',
      next: expect.stringContaining('på sig att svara'),
    })
  })

  test.each([
    { status: 'pending' },
    { status: 'confirmed' },
    { proposal: { startsAt: start, by: 'company' } },
  ] as const)('the next step does not promise the time when nobody may act for the company (%o)', (given) => {
    const next = nextStep(booking({ ...given, companyAnswers: false }), now)
    expect(next?.text).toBe(
      'Lind AB kan inte svara här för tillfället. Räkna inte med tiden förrän du har talat med dem.',
    )
    expect(next?.next).toBe('Du kan avboka här nedanför.')
  })

  test.each([{ status: 'pending' }, { status: 'confirmed' }] as const)(
    'cancelling is free until the start when nobody may act for the company (%o)',
    (given) => {
      const silent = booking({ ...given, companyAnswers: false })
      const free = 'Företaget kan inte svara här för tillfället, så det kostar ingenting.'
      for (const at of [now, hoursBefore(1)]) {
        expect(cancelView(silent, 'member', at)).toEqual({ isLate: false, terms: free })
        expect(cancelBy(silent, at)).toBe(
          'Företaget kan inte svara här för tillfället, så du kan avboka utan kostnad ända fram till start.',
        )
      }
    },
  )

  test.each<['member' | 'company', Partial<Seen>, Date, string]>([
    ['member', {}, hoursBefore(1), 'Företaget kan inte svara'],
    ['member', { status: 'pending' }, hoursBefore(1), 'Företaget kan inte svara'],
    ['member', {}, start, 'Bekräftad'],
    ['member', { status: 'cancelled' }, hoursBefore(1), 'Avbokad'],
    ['member', { companyAnswers: true }, hoursBefore(1), 'Bekräftad'],
    ['company', {}, hoursBefore(1), 'Bekräftad'],
  ])(
    'lists show ”Företaget kan inte svara” only to the member and before the start (%s, %o)',
    (side, given, at, label) => {
      const one = booking({ companyAnswers: false, ...given })
      expect(bookingView(one, side, at).look.label).toBe(label)
      expect(servicesView([one, one], side, at).map(({ look }) => look.label)).toEqual([label, label])
    },
  )

  test('there is no next step for a completed booking, also when nobody may act for the company', () => {
    expect(nextStep(booking({ status: 'completed', companyAnswers: false }), now)).toBeNull()
  })

  test('the next step says who comes to whom', () => {
    expect(plain(nextStep(booking(), now)?.text)).toBe('Lind AB kommer till dig tisdag 1 december kl. 10.00.')
    expect(plain(nextStep(booking({ place: 'company' }), now)?.text)).toBe(
      'Du kommer till Lind AB tisdag 1 december kl. 10.00.',
    )
  })
})

test('withdrawing costs nothing, unless part of it is done at the member’s wish', () => {
  expect(withdrawView(booking(), now)).toMatchObject({ due: null, mayCost: false })
  const early = booking({ earlyStartAt: hoursBefore(72) })
  expect(withdrawView(early, now)).toMatchObject({ due: null, mayCost: true })
  expect(plain(withdrawView(early, new Date('2026-12-01T09:45:00Z'))?.due)).toBe('337,05 kr')
  const cheap = booking({ earlyStartAt: hoursBefore(72), customerPaysOre: 2 })
  expect(plain(withdrawView(cheap, new Date('2026-12-01T09:45:00Z'))?.due)).toBe('0,01 kr')
  expect(withdrawView(booking({ confirmedAt: null, status: 'pending' }), now)).toBeNull()
  expect(withdrawView(booking({ confirmedAt: hoursBefore(24 * 20) }), now)).toBeNull()
})

test('contractView shows the contract, the consent as it was worded and any withdrawal', () => {
  const kept = contractView(booking({ earlyStart: 'Ja', earlyStartAt: now, withdrawal: { at: now, dueOre: 1 } }))
  expect(kept).toMatchObject({ name: 'Hemstäd hos Lind AB', earlyStart: { words: 'Ja' } })
  expect(plain(kept.withdrawn?.due)).toBe('0,01 kr')
  expect(contractView(booking({ withdrawal: { at: now, dueOre: 0 } })).withdrawn?.due).toBeNull()
  expect(contractView(booking({ confirmedAt: null }))).toMatchObject({ since: null, earlyStart: null, withdrawn: null })
})
