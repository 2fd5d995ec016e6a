import fc from 'fast-check'

/**
 * A reference model of bookings: a list, counted per half hour. Written independently of the product's rules, to be
 * compared with them. Times are half hours from eight o'clock on the day of the jobs; the company is open until twelve.
 */

const openFor = 8
/** An hour without a buffer, and an hour and a half with a buffer of half an hour. */
export const modelServices = [
  { halves: 2, buffer: 0, listOre: 749_00 },
  { halves: 3, buffer: 1, listOre: 1_000_05 },
] as const

type Member = 0 | 1
/** Who acts: the booking's member, the company, or another member. */
export type Actor = 'its member' | 'company' | 'neighbour'

export type Deed =
  /** `also`: the other service too, right after it. */
  | { do: 'book'; by: Member; service: 0 | 1; slot: number; also: boolean }
  | { do: 'confirm' | 'decline' | 'complete' | 'no-show' | 'take back'; by: Actor; which: number }
  | { do: 'cancel'; by: Actor; which: number; understood: boolean }
  | { do: 'propose'; by: Actor; which: number; slot: number }
  | { do: 'answer'; by: Actor; which: number; yes: boolean }
  | { do: 'wait'; hours: number }

/** Less than half a minute in hours, a power of two so that sums are exact. */
const aMoment = 1 / 128

const member = fc.constantFrom<Member>(0, 1)
const actor = fc.constantFrom<Actor>(...Array(4).fill('its member'), ...Array(5).fill('company'), 'neighbour')
/** Index modulo the number of bookings, so that it always hits one if there is any. */
const which = fc.nat(3)
/** Few slots, so that they collide; one is before opening and one at closing. */
const slot = fc.constantFrom(0, 0, 1, 2, 2, 3, 4, 5, 6, -1, openFor)

const booking = fc.record({
  do: fc.constant('book' as const),
  by: member,
  service: fc.constantFrom<0 | 1>(0, 1),
  slot,
  also: fc.constantFrom(true, false, false),
})
const bookingDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: booking },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('confirm' as const), by: actor, which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('complete' as const), by: actor, which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('decline' as const, 'no-show' as const), by: actor, which }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take back' as const), by: actor, which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('cancel' as const), by: actor, which, understood: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('propose' as const), by: actor, which, slot }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('answer' as const), by: actor, which, yes: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(aMoment, 1, 20, 30) }) },
)

/** A random sequence of deeds at a company with capacity one, two or three. Begins with a few bookings. */
export const story = fc
  .record({
    capacity: fc.constantFrom(1, 1, 2, 3),
    morning: fc.array(fc.tuple(booking, fc.boolean()), { minLength: 1, maxLength: 3 }),
    rest: fc.array(bookingDeed, { minLength: 2, maxLength: 7, size: 'max' }),
  })
  .map(({ capacity, morning, rest }) => ({ capacity, deeds: [...morning.flatMap(begun), ...rest] }))

/** Half of them are confirmed at once, since most transitions begin there. */
function begun([book, isConfirmed]: [Deed, boolean], index: number): Deed[] {
  return isConfirmed ? [book, { do: 'confirm', by: 'company', which: index }] : [book]
}

export type Paper = {
  capacity: number
  /** Hours until the company opens on that day; negative afterwards. */
  hoursLeft: number
  bookings: OnPaper[]
}

export type OnPaper = {
  by: Member
  service: 0 | 1
  slot: number
  /** Bookings of one visit share a number. */
  visit: number
  /** Half hours during which the booking occupies a lane. */
  busy: number
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled'
  /** What the company has said of it, and at which hour; it counts a minute later. */
  said: { what: 'complete' | 'no-show'; hoursLeft: number } | null
  asked: { slot: number; by: 'member' | 'company' } | null
  endedBy: 'member' | 'company' | null
  cameNot: boolean
}

export const blankPaper = (capacity: number): Paper => ({ capacity, hoursLeft: 50, bookings: [] })

/** yes: done now, or done already. no: refused. nothing: the actor sees no such booking. */
export type Answer = 'yes' | 'no' | 'nothing'

/** Applies a deed to the model, and returns the answer that the product should give. */
export function doOnPaper(paper: Paper, deed: Deed): Answer {
  if (deed.do === 'wait') {
    paper.hoursLeft -= deed.hours
    for (const one of paper.bookings) {
      if (!one.said || (one.said.hoursLeft - paper.hoursLeft) * 60 < 1) continue
      if (one.said.what === 'complete') Object.assign(one, { status: 'completed', said: null, asked: null })
      else Object.assign(one, { status: 'cancelled', endedBy: 'company', cameNot: true, said: null, asked: null })
    }
    return 'yes'
  }
  if (deed.do === 'book') return book(paper, deed)
  const one = paper.bookings[deed.which % Math.max(1, paper.bookings.length)]
  if (!one || deed.by === 'neighbour') return 'nothing'
  const side = deed.by === 'company' ? 'company' : 'member'
  const begun = hoursTo(paper, one.slot) <= 0
  const isOpen = one.status === 'pending' || one.status === 'confirmed'
  // Bookings of one visit in the same state are answered and moved together.
  const all = paper.bookings.filter(({ visit, status }) => visit === one.visit && status === one.status)
  const anyBegun = all.some(({ slot }) => hoursTo(paper, slot) <= 0)
  const first = all[0] ?? one
  const end = (which: OnPaper[]): Answer => {
    for (const each of which) Object.assign(each, { status: 'cancelled', endedBy: side, said: null, asked: null })
    return 'yes'
  }
  const say = (what: 'complete' | 'no-show'): Answer => {
    if (one.said) return one.said.what === what ? 'yes' : 'no'
    if (one.status !== 'confirmed' || !begun) return 'no'
    one.said = { what, hoursLeft: paper.hoursLeft }
    return 'yes'
  }
  switch (deed.do) {
    case 'confirm':
      if (side === 'company' && one.status === 'confirmed') return 'yes'
      if (side !== 'company' || one.status !== 'pending' || anyBegun) return 'no'
      for (const each of all) Object.assign(each, { status: 'confirmed', asked: null })
      return 'yes'
    case 'complete':
      if (side === 'company' && one.status === 'completed') return 'yes'
      return side === 'company' ? say('complete') : 'no'
    case 'take back':
      if (side === 'member' || one.status !== 'confirmed') return 'no'
      one.said = null
      return 'yes'
    case 'decline':
      if (side === 'member') return 'no'
      if (endedAlready(false)) return 'yes'
      return one.status === 'pending' ? end(all) : 'no'
    case 'no-show':
      if (side === 'member') return 'no'
      if (endedAlready(true)) return 'yes'
      return say('no-show')
    case 'cancel': {
      if (endedAlready(false)) return 'yes'
      if (!isOpen || begun) return 'no'
      const late = side === 'member' && one.status === 'confirmed' && hoursTo(paper, one.slot) < 24
      if (late && !deed.understood) return 'no'
      end([one])
      giveBreaks(paper.bookings.filter(({ visit }) => visit === one.visit))
      return 'yes'
    }
    case 'propose': {
      if (!isOpen || anyBegun || deed.slot === first.slot || hoursTo(paper, deed.slot) <= 0) return 'no'
      if (side === 'member' && !fits(spanOf(all), deed.slot)) return 'no'
      if (!hasHands(paper, busyOf(all), deed.slot, all)) return 'no'
      for (const each of all) each.asked = { slot: deed.slot + each.slot - first.slot, by: side }
      return 'yes'
    }
    case 'answer':
      if (!isOpen || !one.asked) return 'no'
      // What the company has said must be taken back first; the other side does not know of it.
      if (side === 'company' && all.some(({ said }) => said)) return 'no'
      if (!deed.yes) {
        // The booking's own time has passed: without the proposed one none is left.
        if (one.status === 'pending' && anyBegun) return end(all)
        for (const each of all) each.asked = null
        return 'yes'
      }
      if (one.asked.by === side || all.some(({ asked }) => !asked || hoursTo(paper, asked.slot) <= 0)) return 'no'
      if (!hasHands(paper, busyOf(all), first.asked?.slot ?? first.slot, all)) return 'no'
      for (const each of all)
        Object.assign(each, { status: 'confirmed', slot: each.asked?.slot ?? each.slot, said: null, asked: null })
      return 'yes'
  }

  function endedAlready(cameNot: boolean) {
    return one?.status === 'cancelled' && one.endedBy === side && one.cameNot === cameNot
  }
}

function book(paper: Paper, { by, service, slot, also }: Deed & { do: 'book' }): Answer {
  const services = also ? [service, service === 0 ? (1 as const) : (0 as const)] : [service]
  const visit = paper.bookings.length
  const booked: OnPaper[] = []
  for (const each of services) {
    const from = slot + spanOf(booked)
    const blank = { status: 'pending', said: null, asked: null, endedBy: null, cameNot: false } as const
    booked.push({ by, service: each, slot: from, visit, busy: lengthOf(each), ...blank })
  }
  giveBreaks(booked)
  // Two hours' notice.
  const free = fits(spanOf(booked), slot) && hoursTo(paper, slot) >= 2 && hasHands(paper, busyOf(booked), slot, [])
  const waiting = paper.bookings.filter((one) => one.by === by && one.status === 'pending')
  if (!free || new Set(waiting.map((one) => one.visit)).size >= 3) return 'no'
  paper.bookings.push(...booked)
  return 'yes'
}

/** The longest buffer of a visit applies after its last job, and in gaps left by cancelled ones. */
function giveBreaks(visit: readonly OnPaper[]) {
  const longest = Math.max(...visit.map(({ busy, service }) => busy - modelServices[service].halves))
  const left = visit.filter(({ status }) => status === 'pending' || status === 'confirmed')
  for (const [index, one] of left.entries()) {
    const next = left[index + 1]?.slot ?? Number.POSITIVE_INFINITY
    one.busy = Math.min(modelServices[one.service].halves + longest, next - one.slot)
  }
}

const hoursTo = ({ hoursLeft }: Paper, slot: number) => hoursLeft + slot / 2
const fits = (halves: number, slot: number) => slot >= 0 && slot + halves <= openFor
/** Half hours from the first start to the last end, without the buffer and with it. */
const spanOf = (row: readonly OnPaper[]) =>
  Math.max(0, ...row.map(({ slot, service }) => slot + modelServices[service].halves - (row[0]?.slot ?? 0)))
const busyOf = (row: readonly OnPaper[]) => Math.max(...row.map(({ slot, busy }) => slot + busy - (row[0]?.slot ?? 0)))
const lengthOf = (service: 0 | 1) => modelServices[service].halves + modelServices[service].buffer

function hasHands(paper: Paper, halves: number, slot: number, except: readonly OnPaper[]): boolean {
  const others = paper.bookings.filter((one) => !except.includes(one))
  for (let half = slot; half < slot + halves; half++) if (jobsAt(others, half) >= paper.capacity) return false
  return true
}

/** How many jobs are under way in a half hour. */
export function jobsAt(bookings: readonly OnPaper[], half: number): number {
  return bookings.filter(({ status, slot, busy }) => status !== 'cancelled' && slot <= half && half < slot + busy)
    .length
}

/** Amounts in öre by the specification. */
export function sumsOnPaper(service: 0 | 1) {
  const list = modelServices[service].listOre
  const discount = (list - (list % 10)) / 10
  const fee = (list - (list % 20)) / 20
  return { list, discount, fee, pays: list - discount, provider: list - discount - fee }
}
