import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { FollowedAlarm } from '../../history/alarm-wire'
import { OpenAlarm } from '../parts/open-alarm'
import { goingOnOf, type OpenWalk } from './going-on'

const now = new Date('2026-11-20T21:00:00Z')
const later = new Date('2026-11-20T21:05:00Z')

const alarm = (given: Partial<FollowedAlarm> = {}): FollowedAlarm => ({
  id: 'a',
  postcode: '12540',
  state: 'new',
  isTest: false,
  urgency: 1,
  place: null,
  isHiding: false,
  message: 'Någon är i huset',
  createdAt: now,
  takerName: null,
  companions: [],
  takenAt: null,
  setOutAt: null,
  onSiteAt: null,
  safeAt: null,
  closedAt: null,
  updates: [],
  formerTakers: [],
  origin: 'member',
  recipients: 1,
  sentTo: 1,
  underWay: 0,
  mayHaveCome: true,
  reached: 1,
  seen: 0,
  sentElsewhere: { neighbours: 0, operators: 0 },
  widenedAt: null,
  noPartners: false,
  endedBy: null,
  toldNobodyAt: null,
  next: null,
  ...given,
})

const walk = (given: Partial<OpenWalk> = {}): OpenWalk => ({
  id: 'w',
  state: 'walking',
  homeAt: now,
  dueAt: now,
  ...given,
})
const taken = { state: 'acknowledged', takerName: 'Söderort Trygghet (Ali)', takenAt: now } as const

function ownPage(shown: FollowedAlarm): string {
  const element = <OpenAlarm alarm={shown} openedAt={now} serverNow={now} hasLine maySay />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

/** The heading that the alarm's own page shows. */
const ownHeading = (shown: FollowedAlarm) => /<h2[^>]*>(.*?)<\/h2>/.exec(ownPage(shown))?.[1] ?? ''

test('the page of an alarm handed back says by whom and how far they came, until somebody has it again', () => {
  const ali = { name: 'Söderort Trygghet (Ali)', takenAt: now, setOutAt: now, onSiteAt: later }
  const formerTakers = [{ ...ali, lostAt: later, handedBack: true }]
  const words = `Söderort Trygghet (Ali) var på plats och lämnade tillbaka larmet kl. 22.05. Vi larmar alla igen.`
  expect(ownPage(alarm({ formerTakers }))).toContain(words)
  expect(ownPage(alarm({ ...taken, formerTakers }))).not.toContain('lämnade tillbaka')
})

test('the page of a test that reached nobody who can come says so, and to try again', () => {
  const over = { isTest: true, state: 'cancelled', closedAt: later } as const
  const failed = alarm({ ...over, sentTo: 0, reached: 0, mayHaveCome: false })
  expect(ownHeading(failed)).toBe('Testet nådde ingen som kan komma')
  expect(ownPage(failed)).toContain('Prova igen om en stund.')
  expect(ownPage(failed)).not.toContain('Testet är klart')
  // A test that has ended is no longer described as still to come.
  expect(ownPage(failed)).not.toContain('Inte än')
  expect(ownPage(failed)).toContain('Inte noterat: </span>Mottaget')
  expect(ownHeading(alarm(over))).toBe('Testet är klart')
  expect(ownPage(alarm(over))).not.toContain('Prova igen')
})

test.each<[string, Partial<FollowedAlarm>, string]>([
  ['that nobody has taken', {}, 'Larmet är ute'],
  ['that reached nobody', { toldNobodyAt: now, sentTo: 0, reached: 0 }, 'Larmet har inte kommit fram'],
  ['whose call is under way', { toldNobodyAt: now, sentTo: 0, underWay: 1 }, 'Larmet är ute'],
  ['that was taken', taken, 'Söderort Trygghet (Ali) har tagit larmet'],
  ['whose taker has no name', { ...taken, takerName: null }, 'En partner har tagit larmet'],
  ['whose taker has set out', { ...taken, setOutAt: later }, 'Söderort Trygghet (Ali) är på väg'],
  ['whose taker is on site', { ...taken, state: 'on_site', onSiteAt: later }, 'Söderort Trygghet (Ali) är på plats'],
  ['whose taker on site has no name', { state: 'on_site', takenAt: now }, 'En partner är på plats'],
  ['that is a test', { isTest: true }, 'Testlarmet är ute'],
  ['that is a taken test', { ...taken, isTest: true }, 'Testlarmet är ute'],
])('an alarm %s has the same heading as on its own page', (_, given, title) => {
  const shown = alarm(given)
  expect(goingOnOf([shown], null)).toMatchObject([{ id: 'a', title }])
  expect(ownHeading(shown)).toBe(title)
})

test.each<[string, Partial<FollowedAlarm>, object]>([
  [
    'waits to be taken',
    {},
    {
      isUrgent: true,
      callsFor112: false,
      text: 'Skickat kl. 22.00. Ingen har tagit det än. Är du trygg, säg det på larmets sida, så blåses det av.',
      open: 'Öppna larmet',
    },
  ],
  ['has waited too long', { toldNobodyAt: later }, { callsFor112: true, text: /Ingen har svarat än – ring 112\. / }],
  [
    'has reached nobody',
    { toldNobodyAt: later, sentTo: 0, reached: 0 },
    { callsFor112: true, text: /Vi har inte nått någon än – ring 112\. / },
  ],
  ['has no partners to call', { noPartners: true }, { callsFor112: true, text: /Ingen väktare här\. Ring 112\. / }],
  [
    'was taken after it had waited too long',
    { ...taken, toldNobodyAt: later, noPartners: true },
    {
      isUrgent: false,
      callsFor112: false,
      text: 'Skickat kl. 22.00. Är du trygg, säg det på larmets sida.',
    },
  ],
  ['has a taker and a member who is safe', { ...taken, safeAt: later }, { text: /Du har sagt att du är trygg\.$/ }],
  [
    'was raised by a walk home',
    { origin: 'walk' },
    { text: /^Du hade inte sagt att du var hemma, så larmet gick kl\. 22\.00\./ },
  ],
  [
    'is a test',
    { isTest: true, noPartners: true, toldNobodyAt: later },
    {
      kind: 'test',
      isUrgent: false,
      callsFor112: false,
      text: 'Skickat kl. 22.00. Det avslutas av sig självt.',
      open: 'Öppna testlarmet',
    },
  ],
])('an alarm that %s says what to do', (_, given, { text, ...said }: { text?: string | RegExp }) => {
  const [one] = goingOnOf([alarm(given)], null)
  expect(one).toMatchObject(said)
  expect(one?.text.replaceAll('\u00a0', ' ')).toEqual(text instanceof RegExp ? expect.stringMatching(text) : text)
})

test('a walk home says when it ends, and that an alarm is raised otherwise', () => {
  expect(goingOnOf([], walk())).toEqual([
    {
      id: 'w',
      kind: 'walk',
      isUrgent: false,
      callsFor112: false,
      title: 'Följ mig hem: hemma kl. 22.00',
      text: 'Har du inte tryckt Hemma då frågar vi dig. Svarar du inte på det larmar vi.',
      open: 'Säg att du är hemma',
    },
  ])
})

test('a walk home that asks ‘Är du hemma?’ says until when it can be answered', () => {
  expect(goingOnOf([], walk({ state: 'asked', dueAt: later }))).toMatchObject([
    { isUrgent: true, title: 'Är du hemma?', text: 'Svarar du inte går larmet kl. 22.05.', open: 'Svara' },
  ])
})

test('alarms come before walks and walks before tests, and nothing that is over is shown', () => {
  const over = alarm({ id: 'over', state: 'cancelled', closedAt: later })
  const shown = goingOnOf([alarm({ id: 't', isTest: true }), over, alarm()], walk())
  expect(shown.map(({ id }) => id)).toEqual(['a', 'w', 't'])
  expect(goingOnOf([over], null)).toEqual([])
  expect(JSON.stringify(shown)).not.toContain('i huset')
})
