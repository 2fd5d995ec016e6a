import { expect, test } from 'vitest'
import { type Change, historyOf } from './booking-history'

const at = new Date('2027-01-28T09:00:00Z')
const names = { member: 'Eva Lind', company: 'Lind Städ AB' }
const asked = { requestedAt: at, confirmedAt: null, seriesId: null }
const change = (kind: string, by: string | null, given: Partial<Change> = {}): Change => ({
  ...{ kind, by, newTime: null, oldTime: null, at: new Date('2027-01-29T09:00:00Z') },
  ...given,
})
const textOf = (side: 'member' | 'company', one: Change) => historyOf(side, names, asked, [one])[1]?.text

test('the history begins with the request, or with the series that made the booking', () => {
  const first = (given: object, side: 'member' | 'company' = 'member') =>
    historyOf(side, names, { ...asked, ...given }, [])[0]
  expect(first({})).toEqual({ at, text: 'Du skickade en förfrågan' })
  expect(first({}, 'company')?.text).toBe('Eva Lind skickade en förfrågan')
  const made = { seriesId: 's', confirmedAt: new Date(at) }
  expect(first(made)?.text).toBe('Bokades av sig själv, som en av dem som upprepas')
  // Requested: the first booking of a series, and one that was confirmed at once without a series.
  for (const other of [
    { seriesId: 's' },
    { ...made, confirmedAt: new Date(at.getTime() + 1) },
    { ...made, seriesId: null },
  ])
    expect(first(other)?.text).toBe('Du skickade en förfrågan')
})

const time = { newTime: new Date('2027-02-01T09:00:00Z') }
test.each<[Change, string, string]>([
  [change('confirmed', 'company'), 'Lind Städ AB bekräftade bokningen', 'Ni bekräftade bokningen'],
  [change('declined', 'company'), 'Lind Städ AB kunde inte ta bokningen', 'Ni kunde inte ta bokningen'],
  [
    change('completed', 'company'),
    'Lind Städ AB markerade bokningen som genomförd',
    'Ni markerade bokningen som genomförd',
  ],
  [change('no-show', 'company'), 'Lind Städ AB skrev att ingen var på plats', 'Ni skrev att ingen var på plats'],
  [change('withdrawn', 'member'), 'Du ångrade avtalet', 'Eva Lind ångrade avtalet'],
  [change('cancelled', 'member'), 'Du avbokade', 'Eva Lind avbokade'],
  [change('cancelled', 'system'), 'Ingen avbokade', 'Ingen avbokade'],
  [change('lapsed', null), 'Förfrågan gick ut utan svar i tid', 'Förfrågan gick ut utan svar i tid'],
  [
    change('proposed', 'member', time),
    'Du föreslog en ny tid, måndag 1 februari kl. 10.00',
    'Eva Lind föreslog en ny tid, måndag 1 februari kl. 10.00',
  ],
  [
    change('proposal dropped', null, time),
    'Förslaget om måndag 1 februari kl. 10.00 togs bort, tiden stod kvar',
    'Förslaget om måndag 1 februari kl. 10.00 togs bort, tiden stod kvar',
  ],
  [
    change('moved', 'company', time),
    'Lind Städ AB sa ja till en ny tid, måndag 1 februari kl. 10.00',
    'Ni sa ja till en ny tid, måndag 1 februari kl. 10.00',
  ],
  [
    change('moved', 'company', { ...time, oldTime: new Date('2027-01-31T09:00:00Z') }),
    'Lind Städ AB sa ja till en ny tid, måndag 1 februari kl. 10.00, i stället för söndag 31 januari kl. 10.00',
    'Ni sa ja till en ny tid, måndag 1 februari kl. 10.00, i stället för söndag 31 januari kl. 10.00',
  ],
  [change('paid', 'member'), 'Du noterade att jobbet är betalt', 'Eva Lind noterade att jobbet är betalt'],
  [
    change('disputed', 'company'),
    'Lind Städ AB sa att ni inte är överens om betalningen',
    'Ni sa att ni inte är överens om betalningen',
  ],
  [change('agreed', null), 'Ni blev överens om betalningen', 'Ni blev överens om betalningen'],
  [
    change('decided', null),
    'Vi avgjorde betalningen, med ett besked till er båda',
    'Vi avgjorde betalningen, med ett besked till er båda',
  ],
])('$kind by the $by is told to each side in its own words', (one, toMember, toCompany) => {
  expect([textOf('member', one), textOf('company', one)]).toEqual([toMember, toCompany])
})

test.each([
  ['member', 'member', 'Du tog tillbaka förslaget om', 'Eva Lind tog tillbaka förslaget om'],
  ['member', 'company', 'Lind Städ AB sa nej till', 'Ni sa nej till'],
  ['company', 'member', 'Du sa nej till', 'Eva Lind sa nej till'],
  ['company', 'company', 'Lind Städ AB tog tillbaka förslaget om', 'Ni tog tillbaka förslaget om'],
])('a time proposed by the %s and dropped by the %s says whose word ended it', (proposer, by, toMember, toCompany) => {
  const changes = [change('proposed', proposer, time), change('proposal dropped', by, time)]
  const said = (side: 'member' | 'company') => historyOf(side, names, asked, changes).at(-1)?.text
  const when = 'måndag 1 februari kl. 10.00'
  expect([said('member'), said('company')]).toEqual([`${toMember} ${when}`, `${toCompany} ${when}`])
})
