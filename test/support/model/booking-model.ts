import fc from 'fast-check'

/**
 * Bookings as a child would keep them: a list on paper, counted half hour by half hour. Written without looking at
 * the product's own rules, so that the two can be held against each other. Times are half hours from eight o'clock
 * on the day of the jobs; the company is open until twelve.
 */

const openFor = 8
/** An hour without a buffer, and an hour and a half with half an hour after it. */
export const modelServices = [
  { halves: 2, buffer: 0, listOre: 749_00 },
  { halves: 3, buffer: 1, listOre: 1_000_05 },
] as const

type Member = 0 | 1
/** Who tries: the one who booked, the company, or a neighbour whose booking it is not. */
export type Actor = 'its member' | 'company' | 'neighbour'

export type Deed =
  | { do: 'book'; by: Member; service: 0 | 1; slot: number }
  | { do: 'confirm' | 'decline' | 'complete' | 'no-show'; by: Actor; which: number }
  | { do: 'cancel'; by: Actor; which: number; understood: boolean }
  | { do: 'propose'; by: Actor; which: number; slot: number }
  | { do: 'answer'; by: Actor; which: number; yes: boolean }
  | { do: 'wait'; hours: number }

const member = fc.constantFrom<Member>(0, 1)
const actor = fc.constantFrom<Actor>(...Array(4).fill('its member'), ...Array(5).fill('company'), 'neighbour')
/** Counted around: there is always one to do something with when there is any. */
const which = fc.nat(3)
/** Crowded on purpose, with one before opening and one at closing. */
const slot = fc.constantFrom(0, 0, 1, 2, 2, 3, 4, 5, 6, -1, openFor)

const booking = fc.record({
  do: fc.constant('book' as const),
  by: member,
  service: fc.constantFrom<0 | 1>(0, 1),
  slot,
})
const bookingDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: booking },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('confirm' as const), by: actor, which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('complete' as const), by: actor, which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('decline' as const, 'no-show' as const), by: actor, which }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('cancel' as const), by: actor, which, understood: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('propose' as const), by: actor, which, slot }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('answer' as const), by: actor, which, yes: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 20, 30) }) },
)

/** A day in a company that can do one, two or three jobs at once: it begins with a few who book. */
export const story = fc
  .record({
    capacity: fc.constantFrom(1, 1, 2, 3),
    morning: fc.array(fc.tuple(booking, fc.boolean()), { minLength: 1, maxLength: 3 }),
    rest: fc.array(bookingDeed, { minLength: 2, maxLength: 7, size: 'max' }),
  })
  .map(({ capacity, morning, rest }) => ({ capacity, deeds: [...morning.flatMap(begun), ...rest] }))

/** Half of them are confirmed at once: most of what can happen begins there. */
function begun([book, isConfirmed]: [Deed, boolean], index: number): Deed[] {
  return isConfirmed ? [book, { do: 'confirm', by: 'company', which: index }] : [book]
}

export type Paper = {
  capacity: number
  /** Hours until the company opens on the day of the jobs; below zero when it has. */
  hoursLeft: number
  bookings: OnPaper[]
}

export type OnPaper = {
  by: Member
  service: 0 | 1
  slot: number
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled'
  asked: { slot: number; by: 'member' | 'company' } | null
  endedBy: 'member' | 'company' | null
  cameNot: boolean
}

export const blankPaper = (capacity: number): Paper => ({ capacity, hoursLeft: 50, bookings: [] })

/** yes: done now or done already. no: refused. nothing: there is no such booking for whoever asks. */
export type Answer = 'yes' | 'no' | 'nothing'

/** Does it on paper, and says what the product should answer. */
export function doOnPaper(paper: Paper, deed: Deed): Answer {
  if (deed.do === 'wait') {
    paper.hoursLeft -= deed.hours
    return 'yes'
  }
  if (deed.do === 'book') return book(paper, deed)
  const one = paper.bookings[deed.which % Math.max(1, paper.bookings.length)]
  if (!one || deed.by === 'neighbour') return 'nothing'
  const side = deed.by === 'company' ? 'company' : 'member'
  const begun = hoursTo(paper, one.slot) <= 0
  const isOpen = one.status === 'pending' || one.status === 'confirmed'
  const end = (cameNot: boolean): Answer => {
    Object.assign(one, { status: 'cancelled', endedBy: side, cameNot, asked: null })
    return 'yes'
  }
  switch (deed.do) {
    case 'confirm':
      if (side === 'company' && one.status === 'confirmed') return 'yes'
      if (side !== 'company' || one.status !== 'pending' || begun) return 'no'
      Object.assign(one, { status: 'confirmed', asked: null })
      return 'yes'
    case 'complete':
      if (side === 'company' && one.status === 'completed') return 'yes'
      if (side !== 'company' || one.status !== 'confirmed' || !begun) return 'no'
      Object.assign(one, { status: 'completed', asked: null })
      return 'yes'
    case 'decline':
      if (side === 'member') return 'no'
      if (endedAlready(false)) return 'yes'
      return one.status === 'pending' ? end(false) : 'no'
    case 'no-show':
      if (side === 'member') return 'no'
      if (endedAlready(true)) return 'yes'
      return one.status === 'confirmed' && begun ? end(true) : 'no'
    case 'cancel': {
      if (endedAlready(false)) return 'yes'
      if (!isOpen || begun) return 'no'
      const late = side === 'member' && one.status === 'confirmed' && hoursTo(paper, one.slot) < 24
      return late && !deed.understood ? 'no' : end(false)
    }
    case 'propose': {
      if (!isOpen || begun || deed.slot === one.slot || hoursTo(paper, deed.slot) <= 0) return 'no'
      if (side === 'member' && !fits(one.service, deed.slot)) return 'no'
      if (!hasHands(paper, one.service, deed.slot, one)) return 'no'
      one.asked = { slot: deed.slot, by: side }
      return 'yes'
    }
    case 'answer':
      if (!isOpen || !one.asked) return 'no'
      if (!deed.yes) {
        // Its own time has been: without the other one there is none left.
        if (one.status === 'pending' && begun) return end(false)
        one.asked = null
        return 'yes'
      }
      if (one.asked.by === side || hoursTo(paper, one.asked.slot) <= 0) return 'no'
      if (!hasHands(paper, one.service, one.asked.slot, one)) return 'no'
      Object.assign(one, { status: 'confirmed', slot: one.asked.slot, asked: null })
      return 'yes'
  }

  function endedAlready(cameNot: boolean) {
    return one?.status === 'cancelled' && one.endedBy === side && one.cameNot === cameNot
  }
}

function book(paper: Paper, { by, service, slot }: Deed & { do: 'book' }): Answer {
  // Two hours' notice.
  const free = fits(service, slot) && hoursTo(paper, slot) >= 2 && hasHands(paper, service, slot, null)
  const waiting = paper.bookings.filter((one) => one.by === by && one.status === 'pending')
  if (!free || waiting.length >= 3) return 'no'
  paper.bookings.push({ by, service, slot, status: 'pending', asked: null, endedBy: null, cameNot: false })
  return 'yes'
}

const hoursTo = ({ hoursLeft }: Paper, slot: number) => hoursLeft + slot / 2
const fits = (service: 0 | 1, slot: number) => slot >= 0 && slot + modelServices[service].halves <= openFor
const lengthOf = (service: 0 | 1) => modelServices[service].halves + modelServices[service].buffer

function hasHands(paper: Paper, service: 0 | 1, slot: number, except: OnPaper | null): boolean {
  const others = paper.bookings.filter((one) => one !== except)
  for (let half = slot; half < slot + lengthOf(service); half++)
    if (jobsAt(others, half) >= paper.capacity) return false
  return true
}

/** How many jobs are under way in a half hour. */
export function jobsAt(bookings: readonly OnPaper[], half: number): number {
  return bookings.filter(
    ({ status, slot, service }) => status !== 'cancelled' && slot <= half && half < slot + lengthOf(service),
  ).length
}

/** Öre as the specification counts them, on paper. */
export function sumsOnPaper(service: 0 | 1) {
  const list = modelServices[service].listOre
  const discount = (list - (list % 10)) / 10
  const fee = (list - (list % 20)) / 20
  return { list, discount, fee, pays: list - discount, provider: list - discount - fee }
}
