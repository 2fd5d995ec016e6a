import { describe, expect, test } from 'vitest'
import { type CompanyFacts, companyLines, companySeen, isStartShown, type MemberFacts, memberLines } from './start'

const member: MemberFacts = {
  emailVerified: true,
  phoneIsProven: true,
  hasHome: true,
  sharesPosition: false,
  testedAt: new Date(),
  onHomeScreen: true,
  hasBooked: true,
}
const company: CompanyFacts = {
  isApproved: true,
  isHidden: false,
  isAreaOpen: true,
  hasHours: true,
  hasServices: true,
  hasLogo: true,
  statesFTax: true,
  owes: false,
}

const open = (lines: { key: string; isDone: boolean }[]) => lines.filter(({ isDone }) => !isDone).map(({ key }) => key)

describe('a member’s checklist', () => {
  test.each<[string, Partial<MemberFacts>, string[]]>([
    ['everything done', {}, []],
    ['an unverified email address', { emailVerified: false }, ['mail']],
    ['an unverified phone number', { phoneIsProven: false }, ['phone']],
    ['no home address', { hasHome: false }, ['alarm']],
    ['no choice about sharing the position', { sharesPosition: null }, ['alarm']],
    ['position shared', { sharesPosition: true }, []],
    ['no test alarm yet', { testedAt: null }, ['test']],
    ['not on the home screen', { onHomeScreen: false }, ['home-screen']],
    ['no booking yet', { hasBooked: false }, ['booking']],
  ])('lists what is left: %s', (_, facts, left) => {
    expect(open(memberLines({ ...member, ...facts }))).toEqual(left)
  })
})

describe('a company’s checklist', () => {
  test.each<[string, Partial<CompanyFacts>, string[], string]>([
    ['everything done', {}, [], 'Grannarna ser er och kan boka.'],
    ['not reviewed yet', { isApproved: false }, ['review'], 'Grannarna ser er och kan boka.'],
    ['hidden by an administrator', { isApproved: false, isHidden: true }, ['review'], 'Grannarna ser er inte just nu.'],
    [
      'in an area that is not open',
      { isAreaOpen: false },
      [],
      'Vi har inte öppnat i ert område än, så få grannar är med. Grannarna ser er och kan boka.',
    ],
    [
      'no opening hours',
      { hasHours: false },
      ['hours'],
      'Grannarna ser er sida men kan inte boka än: det fattas öppettider.',
    ],
    [
      'neither opening hours nor services',
      { hasHours: false, hasServices: false },
      ['hours', 'services'],
      'Grannarna ser er sida men kan inte boka än: det fattas öppettider och en tjänst.',
    ],
    ['no logo', { hasLogo: false }, ['logo'], 'Grannarna ser er och kan boka.'],
    ['no F-tax statement', { statesFTax: false }, ['f-tax'], 'Grannarna ser er och kan boka.'],
    ['an unpaid package', { owes: true }, ['package'], 'Grannarna ser er och kan boka.'],
  ])('lists what is left: %s', (_, facts, left, seen) => {
    expect(open(companyLines({ ...company, ...facts }))).toEqual(left)
    expect(companySeen({ ...company, ...facts })).toBe(seen)
  })
})

test('a line’s title, reason and link follow whether it is done', () => {
  const lines = (given: Partial<CompanyFacts>) => companyLines({ ...company, ...given })
  const line = (key: string, given: Partial<CompanyFacts>) => lines(given).find((one) => one.key === key)
  const [isApproved, isHidden] = [false, true]
  expect([{}, { isApproved }, { isApproved, isHidden }].map((given) => line('review', given)?.title)).toEqual([
    'Vi har läst och godkänt era uppgifter',
    'Vi läser era uppgifter',
    'Ert företag är dolt för grannarna',
  ])
  expect([line('review', {})?.why, line('review', { isHidden: true })?.why]).toEqual([
    'Ni kan fylla i mer så länge.',
    'Rätta det som behövs, och hör av er.',
  ])
  expect([line('services', {})?.to, line('services', { hasServices: false })?.to]).toEqual([
    '/dashboard/provider/services',
    '/dashboard/provider/services/new',
  ])
  expect([line('package', {})?.title, line('package', { owes: true })?.title]).toEqual([
    'Ert paket är i sin ordning',
    'Betala ert paket',
  ])
})

test('the checklist is hidden when everything is done or when it was put away', () => {
  const done = memberLines(member)
  const begun = memberLines({ ...member, testedAt: null })
  expect(isStartShown(done, false)).toBe(false)
  expect(isStartShown(begun, false)).toBe(true)
  expect(isStartShown(begun, true)).toBe(false)
})
