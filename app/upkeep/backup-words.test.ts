import { expect, test } from 'vitest'
import { ageOf, type Place, sayBackups } from './backup-words'
import type { Trial } from './trial'

const now = new Date('2026-11-25T08:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const counts = { people: 1200, companies: 1, bookings: 1, alarms: 3, vouchers: 9 }
const whole = (hours: number): Trial => ({
  outcome: 'whole',
  beganAt: hoursAgo(hours),
  madeAt: hoursAgo(hours),
  counts,
})
const failed: Trial = { outcome: 'unreadable', beganAt: hoursAgo(1), madeAt: hoursAgo(2), counts: null }
const place: Place = { makesItself: true, isEmbedded: true, isUnderWay: false }

test('describes a whole backup with its age and counts', () => {
  expect(sayBackups({ last: whole(5), whole: whole(5) }, place, now)).toEqual({
    standing: 'whole',
    title: 'Säkerhetskopian gick att återställa',
    words: [
      'Kopian är från 25 nov. 04.00, 5 timmar sedan, och provades 25 nov. 04.00: 1\u00a0200 personer, 1 företag, 1 bokning och 3 larm. Bokföringen går ihop och historiken är hel.',
    ],
  })
})

test('uses singular and plural in the counts', () => {
  const said = sayBackups(
    { last: { ...whole(5), counts: { ...counts, people: 1, bookings: 2 } }, whole: null },
    place,
    now,
  )
  expect(said.words[0]).toContain(': 1 person, 1 företag, 2 bokningar och 3 larm.')
})

test('describes what failed and the newest backup that can be restored', () => {
  const { title, words } = sayBackups({ last: failed, whole: whole(29) }, place, now)
  expect(title).toBe('Kopian går inte att läsa')
  expect(words).toEqual([
    'Provades 25 nov. 08.00. Mer står i tjänstens logg, och vad som kan göras i driftboken.',
    'Den senaste som gick att återställa är från 24 nov. 04.00, 29 timmar sedan.',
  ])
  expect(sayBackups({ last: failed, whole: null }, place, now).words[1]).toBe(
    'Ingen kopia som gick att återställa är känd här.',
  )
})

test.each([
  [{ makesItself: true, isEmbedded: true }, 'efter klockan 03'],
  [{ makesItself: false, isEmbedded: true }, 'BACKUP_FOLDER'],
  [{ makesItself: false, isEmbedded: false }, 'npm run tried'],
])('says why no backup is known: %j', (where, word) => {
  const { standing, title, words } = sayBackups({ last: null, whole: null }, { ...where, isUnderWay: false }, now)
  expect([standing, title]).toEqual(['unknown', 'Ingen säkerhetskopia är känd här'])
  expect(words.join(' ')).toContain(word)
  expect(words.join(' ')).not.toContain('återställa')
})

test('mentions a backup in progress beside the last known one', () => {
  const { words } = sayBackups({ last: whole(50), whole: whole(50) }, { ...place, isUnderWay: true }, now)
  expect(words.at(-1)).toBe('En kopia görs och provas just nu.')
  expect(words[0]).toContain('2 dygn sedan')
})

test.each([
  [0.5, 'nyss'],
  [-10, 'nyss'],
  [1, '1 minut sedan'],
  [59, '59 minuter sedan'],
  [60, '1 timme sedan'],
  [47 * 60 + 59, '47 timmar sedan'],
  [48 * 60, '2 dygn sedan'],
])('formats an age of %d minutes as %s', (minutes, words) => {
  expect(ageOf(new Date(now.getTime() - minutes * 60_000), now)).toBe(words)
})

test('a backup of the year before is named with its year', () => {
  const atNewYear = new Date('2027-01-01T08:00:00Z')
  const kept = { ...whole(5), madeAt: new Date('2026-12-30T02:00:00Z'), beganAt: new Date('2026-12-30T03:00:00Z') }
  const { words } = sayBackups({ last: kept, whole: kept }, place, atNewYear)
  expect(words.join(' ')).toContain('från 30 dec. 2026 03.00')
})
