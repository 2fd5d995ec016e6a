import { expect, test } from 'vitest'
import { alphabetOf, countParts } from '~/outbox/public'
import type { DeliveryKind, RecipientRole } from '../alarm'
import { type Matter, wordsFor, wordsForMany } from './words'

const kinds: DeliveryKind[] = [
  'call',
  'update',
  'taken',
  'released',
  'overtaken',
  'joined',
  'safe',
  'closed',
  'nobody',
  'details',
  'late',
]
const roles: RecipientRole[] = ['partner', 'neighbour', 'operator', 'member', 'circle']
const matter: Matter = {
  kind: 'call',
  role: 'partner',
  round: 1,
  isTest: false,
  isHiding: false,
  origin: 'member',
  memberName: null,
  postcode: '12540',
  takerName: 'Söderort Trygghet (Ali)',
  word: '7K',
  takerFirstName: 'Ali',
  isTaker: false,
  isColleagues: false,
  companions: ['Bo'],
  isOver: false,
  isOutAgain: false,
  url: 'https://kvartera.example/larm/abcdefghijklmnopqrstuv',
  reporter: { name: 'Eva Lind', phone: '+46701740601', message: 'Någon är i huset', newest: null, hasHome: false },
}
const everything = kinds.flatMap((kind) => roles.map((role) => ({ ...matter, kind, role })))

test('a repeated call says that the alarm still waits, or that it is out again if it was taken or over', () => {
  const texts = [
    [1, false, 'LARM i 125 40'],
    [2, false, 'Väntar ännu på svar: LARM i 125 40'],
    [2, true, 'Ute igen: LARM i 125 40'],
  ] as const
  for (const [round, isOutAgain, text] of texts) {
    expect(wordsFor({ ...matter, round, isOutAgain }).sms).toMatch(new RegExp(`^${text}`))
  }
})

test('the details have the newest message first, and cut long ones', () => {
  const said = (message: string, first: string | null) =>
    wordsFor({
      ...{ ...matter, kind: 'details', isTaker: true, companions: ['Alexandra'] },
      reporter: {
        name: 'Eva Lind',
        phone: '+46701740601',
        message: first ?? message,
        newest: first && message,
        hasHome: true,
      },
    }).sms
  expect(said('Han kom tillbaka', 'Någon är i huset')).toContain(': Han kom tillbaka. Först: Någon är i huset.')
  expect(
    said('Ring polisen', `Någon bryter upp dörren till källaren${' nu'.repeat(40)}\nPlats: Garaget, port 4`),
  ).toMatch(/Ring polisen\. Först: Någon bryter upp dörren till källaren.*… Plats: Garaget, port 4\./)
  expect(said(`${'Hjälp '.repeat(60)}\nPlats: Garaget, port 4`, null)).toContain('Plats: Garaget, port 4.')
  const long = said('Å'.repeat(500), 'Ä'.repeat(500))
  expect(long).toMatch(/Å{90,}….* Först: Ä{40,}…/)
  expect(long.length).toBeLessThanOrEqual(said('Å'.repeat(500), null).length)
})

test('everything about a test begins with TEST', () => {
  for (const each of everything) {
    const { sms, push, mail } = wordsFor({ ...each, isTest: true })
    for (const text of [sms, push.title, mail.subject, mail.paragraphs[0]]) expect(text).toMatch(/^TEST, inget larm: /)
  }
})

test('a push shows no name, number or message', () => {
  for (const each of everything) {
    const { title, body } = wordsFor(each).push
    expect(`${title} ${body}`).not.toMatch(/Eva|070|huset|Ali|Söderort|Bo/)
  }
})

test('only the details to the taker say who needs help', () => {
  for (const each of everything.filter(({ kind }) => kind !== 'details')) {
    expect(JSON.stringify(wordsFor(each))).not.toMatch(/Eva|070-174|huset/)
  }
  expect(wordsFor({ ...matter, kind: 'details', isTaker: true, companions: [] }).sms).toBe(
    'Du har larmet i 125 40. Eva Lind, 070-174 06 01: Någon är i huset. Svara FRAMME 7K när du är där och KLAR 7K när det är över. https://kvartera.example/larm/abcdefghijklmnopqrstuv',
  )
})

test('a call fits in one GSM-7 SMS in every form, and says how to answer', () => {
  for (const role of ['partner', 'neighbour'] as const) {
    for (const also of [{ round: 1 }, { round: 2 }, { round: 1, isTest: true }]) {
      const { sms } = wordsFor({ ...matter, role, ...also, url: 'https://kvartera.se/larm/abcdefghijklmnopqrstuv' })
      expect([sms, alphabetOf(sms), countParts(sms)]).toEqual([sms, 'gsm7', 1])
      expect(sms).toContain(' Svara JA 7K om du kommer, NEJ 7K om du inte kan. ')
    }
  }
})

test('every other SMS to a guard, except the details, fits in one GSM-7 SMS', () => {
  for (const kind of kinds.filter((each) => each !== 'details')) {
    const { sms } = wordsFor({ ...matter, kind, isTaker: true, url: 'https://kvartera.se/larm/abcdefghijklmnopqrstuv' })
    expect([sms, alphabetOf(sms), countParts(sms)]).toEqual([sms, 'gsm7', 1])
  }
})

test('messages about a member who hides say ‘RING INTE’ to those who might ring, and a call still fits in one SMS', () => {
  const hides = { ...matter, isHiding: true, url: 'https://kvartera.se/larm/abcdefghijklmnopqrstuv' }
  for (const role of ['partner', 'neighbour', 'operator'] as const) {
    const { sms, push, mail } = wordsFor({ ...hides, role })
    expect([sms, alphabetOf(sms), countParts(sms)]).toEqual([sms, 'gsm7', 1])
    for (const text of [sms, push.body, mail.paragraphs[0]]) expect(text).toContain('RING INTE: gömmer sig.')
  }
  for (const kind of ['update', 'details', 'late'] as const) {
    expect(wordsFor({ ...hides, kind, isTaker: true }).sms).toContain('RING INTE')
    expect(wordsFor({ ...hides, kind, isTaker: true }).push.body).toContain('RING INTE')
  }
  for (const kind of ['taken', 'closed', 'safe', 'released', 'nobody'] as const) {
    expect(JSON.stringify(wordsFor({ ...hides, kind }))).not.toContain('RING INTE')
  }
  expect(JSON.stringify(everything.map(wordsFor))).not.toContain('RING INTE')
  const many = [matter, hides, matter].map(({ postcode, isTest, isHiding }) => ({ postcode, isTest, isHiding }))
  expect(wordsForMany(many, hides.url, '7K')).toContain('RING INTE: någon gömmer sig.')
})

test('a colleague reads the taker’s first name and what they can do, or only that the alarm is over', () => {
  const colleague = { ...matter, isColleagues: true }
  expect(wordsFor({ ...colleague, kind: 'taken' }).sms).toMatch(
    /^Ali har larmet i 125 40\. Du behöver inte åka\. Svara OCKSÅ 7K om du kommer också, ÖVER 7K om du tar över\. https/,
  )
  expect(wordsFor({ ...colleague, kind: 'overtaken' }).sms).toMatch(
    /^Ali har tagit över larmet i 125 40\. Du har det inte längre\. Svara OCKSÅ 7K/,
  )
  expect(wordsFor({ ...matter, kind: 'joined', isTaker: true }).sms).toMatch(
    /^Bo kommer också till larmet i 125 40\. https/,
  )
  for (const kind of ['taken', 'overtaken'] as const) {
    expect(wordsFor({ ...colleague, kind, isOver: true }).sms).toMatch(
      /^Larmet i 125 40 är över\. Du behöver inte åka\. https/,
    )
  }
})

test('a call without a word does not ask for an answer by SMS', () => {
  expect(wordsFor({ ...matter, word: null }).sms).not.toMatch(/Svara|null/)
})

test('the member is told to ring 112 when nobody has answered', () => {
  expect(wordsFor({ ...matter, kind: 'nobody', role: 'member' }).sms).toMatch(/Ingen har bekräftat.*Ring 112/)
})

test('a call raised by a walk says so first, in SMS and push', () => {
  const { sms, push } = wordsFor({ ...matter, origin: 'walk' })
  expect(sms).toMatch(/^LARM i 125 40, Kvartera\. Följ mig hem: har inte kommit hem\. Svara JA 7K/)
  expect(push.body).toBe('LARM i 125 40, Kvartera. Följ mig hem: har inte kommit hem.')
})

test.each([
  ['call', {}, 'Eva har larmat. Ingen har tagit larmet än. Ring 112 om du tror att det är fara. Kvartera. LINK'],
  [
    'call',
    { round: 3 },
    'Eva har larmat. Ingen har tagit larmet just nu. Ring 112 om du tror att det är fara. Kvartera. LINK',
  ],
  [
    'call',
    { origin: 'walk' },
    'Eva har inte kommit hem i tid, och larmet har gått. Ingen har tagit larmet än. Ring 112 om du tror att det är fara. Kvartera. LINK',
  ],
  [
    'call',
    { isTest: true },
    'TEST, inget larm: Eva har larmat. Ingen har tagit larmet än. Ring 112 om du tror att det är fara. Kvartera. LINK',
  ],
  ['taken', {}, 'Eva har larmat. Söderort Trygghet (Ali) har tagit larmet. LINK'],
  ['closed', {}, 'Larmet från Eva är över. LINK'],
] as const)('the SMS to the circle says how the alarm stands: %s %j', (kind, also, text) => {
  const { sms } = wordsFor({ ...matter, role: 'circle', memberName: 'Eva', kind, ...also })
  expect(sms.replace(matter.url, 'LINK')).toBe(text)
})
