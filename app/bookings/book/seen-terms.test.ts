import { expect, test } from 'vitest'
import { changedInVisit, changedSince, seenOfVisit, seenTerms } from './seen-terms'

const terms = { customerPaysOre: 674_10, durationMin: 60, freeCancelHours: 24, place: 'customer' } as const
const plain = (text: string | null) => text?.replace(/\s/g, ' ')

test('a member who saw the current terms is not asked again', () => {
  expect(changedSince(seenTerms(terms), terms)).toBeNull()
})

test.each([
  [{ customerPaysOre: 6_741_00 }, 'Du såg 674,10 kr, nu är det 6 741 kr.'],
  [{ durationMin: 30 }, 'Jobbet tar nu 30 min, inte 1 tim.'],
  [{ freeCancelHours: 168 }, 'till när det är fritt att avboka'],
  [{ place: 'company' as const }, 'var jobbet görs: hos företaget'],
])('a member who saw other terms than %o is told what has changed', (change, words) => {
  expect(plain(changedSince(seenTerms(terms), { ...terms, ...change }))).toContain(words)
})

test.each(['', '67410', 'gratis', '67410 60', '67410 60 24', '-1 60 24 customer'])(
  "seen terms that cannot be read (%j) are answered with today's price",
  (sent) => {
    expect(plain(changedSince(sent, terms))).toMatch(/^Du betalar 674,10 kr\. /)
  },
)

const hedge = { ...terms, customerPaysOre: 900_05 }
const dearer = { ...terms, customerPaysOre: 1000_00 }
test.each<[string, string, (typeof hedge)[], RegExp | null]>([
  ['one service, unchanged', seenTerms(terms), [terms], null],
  ['two services, unchanged', seenOfVisit([terms, hedge]), [terms, hedge], null],
  ['a higher price for one service, not named', seenTerms(terms), [dearer], /^Priset har ändrats/],
  ['a higher price for the first', seenOfVisit([terms, hedge]), [dearer, hedge], /^Tjänst 0: Priset har ändrats/],
  ['a higher price for the second', seenOfVisit([terms, hedge]), [terms, dearer], /^Tjänst 1: Priset har ändrats/],
  ['two services in another order', seenOfVisit([hedge, terms]), [terms, hedge], /^Tjänst 0: /],
  ['one service where two were seen', seenOfVisit([terms, hedge]), [terms], /^Du betalar 674,10/],
  ['two services where one was seen', seenTerms(terms), [terms, hedge], /^Tjänst 0: Du betalar 674,10/],
])('changedInVisit names the service whose terms have changed: %s', (_, seen, now, words) => {
  const said = changedInVisit(
    seen,
    now.map((each, at) => ({ title: `Tjänst ${at}`, terms: each })),
  )
  if (words) expect(said).toMatch(words)
  else expect(said).toBeNull()
})
