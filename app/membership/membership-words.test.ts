import { expect, test } from 'vitest'
import { type StateFacts, stateWords } from './membership-words'

const facts: StateFacts = {
  status: 'active',
  trialEndsOn: '2026-12-20',
  freeUntil: null,
  coveredUntil: '2026-12-20',
  graceUntil: null,
  isLeaving: false,
  endedBecause: null,
  paysByCard: false,
  isAsked: false,
  isAreaOpen: true,
  endsInGivenDays: false,
}

test.each<[Partial<StateFacts>, string, string]>([
  [{ status: 'trial' }, 'Du provar gratis till 20 december 2026', 'Vi hör av oss en vecka innan'],
  [{ status: 'trial', paysByCard: true }, 'Du provar gratis till 20 december 2026', 'från ditt kort'],
  [{}, 'Betalt till 20 december 2026', 'Nästa månad kostar 39'],
  [{ status: 'free' }, 'Du är medlem utan kostnad till 20 december 2026', 'fria månader'],
  [{ status: 'past_due', graceUntil: '2027-01-03' }, 'Månaden är inte betald', 'Trygghetslarmet fungerar som vanligt'],
  [{ isLeaving: true }, 'Du är medlem till 20 december 2026', 'sagt upp'],
  [{ status: 'ended', endedBecause: 'withdrawn' }, 'Du har ångrat avtalet', 'komma tillbaka'],
  [{ status: 'ended', endedBecause: 'left' }, 'Du har lämnat medlemskapet', 'Trygghetslarmet fungerar'],
  [{ status: 'ended', endedBecause: 'unpaid' }, 'Medlemskapet tog slut', 'komma tillbaka'],
  [{ status: 'ended', endedBecause: 'left', isLeaving: true }, 'Du har lämnat medlemskapet', 'komma tillbaka'],
  [{ isAreaOpen: false }, 'Du betalar inget än', 'Varje månad är fri tills det öppnar'],
  [{ isAreaOpen: false, isAsked: true }, 'Betalt till 20 december 2026', 'Nästa månad kostar 39'],
  [{ isAreaOpen: false, status: 'ended', endedBecause: 'unpaid' }, 'Medlemskapet tog slut', 'komma tillbaka'],
  [{ paysByCard: true }, 'Betalt till 20 december 2026', 'för nästa månad från ditt kort'],
  [{ status: 'past_due', graceUntil: '2027-01-03' }, 'Månaden är inte betald', 'Betala senast 3 januari 2027'],
])('the membership state with %j is described as it is', (given, title, text) => {
  const words = stateWords({ ...facts, ...given })
  expect(words.title).toBe(title)
  expect(words.text).toContain(text)
})

test('the description promises no notice when a month is already charged, and no last day where there is none', () => {
  const textOf = (given: Partial<StateFacts>) => stateWords({ ...facts, ...given }).text
  expect(textOf({ status: 'trial', isAsked: true })).not.toContain('Vi hör av oss')
  expect(textOf({ status: 'past_due' })).not.toContain('Betala senast')
})

test('a month paid before the trial or the free months are over is called paid, and their own end is named', () => {
  const paid = { ...facts, coveredUntil: '2027-01-20' }
  const trial = stateWords({ ...paid, status: 'trial' })
  expect(trial.title).toBe('Betalt till 20 januari 2027')
  expect(trial.text).toBe('Provperioden slutar 20 december 2026. Sedan gäller månaden som du har betalat.')
  const free = stateWords({ ...paid, status: 'free', freeUntil: '2026-12-24' })
  expect(free.title).toBe('Betalt till 20 januari 2027')
  expect(free.text).toBe('Dina fria månader slutar 24 december 2026. Sedan gäller månaden som du har betalat.')
  const given = stateWords({ ...paid, status: 'free', freeUntil: '2027-01-20' })
  expect(given.title).toBe('Du är medlem utan kostnad till 20 januari 2027')
})

test.each<[Partial<StateFacts>, string]>([
  [{ status: 'active' }, 'Du är medlem till 20 januari 2027'],
  [{ status: 'trial' }, 'Du provar gratis till 20 januari 2027'],
  [{ status: 'free', freeUntil: '2026-12-24' }, 'Du är medlem utan kostnad till 20 januari 2027'],
])('days that were given after a block or another role are not called paid, with %j', (given, title) => {
  const words = stateWords({ ...facts, coveredUntil: '2027-01-20', endsInGivenDays: true, ...given })
  expect(words.title).toBe(title)
  expect(`${words.title} ${words.text}`).not.toMatch(/betal(t|at)/i)
})
