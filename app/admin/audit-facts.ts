import { auditLabel } from '~/audit/public'
import { kindLabel } from '~/outbox/public'
import { chosen, isNameIn } from '~/shared/chosen'

/* The state before and after an action, in words. Facts are stored under code names; one without a translation is shown
   as stored, because nothing of the audit log may be omitted. */

const facts: Record<string, string> = {
  amount: 'belopp i öre',
  areas: 'områden',
  centre: 'larmcentralens intyg',
  as: 'som',
  assignedTo: 'hos',
  blocked: 'spärrat',
  callAgainS: 'larma igen efter sekunder',
  walkGraceS: 'sekunder till larm när Följ mig hem har frågat',
  canaryDays: 'dagar mellan testlarm',
  charge: 'betalning',
  chosen: 'förbockade',
  company: 'företag',
  creditNote: 'kreditkvitto',
  creditNotes: 'kreditkvitton',
  day: 'dag',
  deed: 'åtgärd',
  fault: 'fel',
  freeFrom: 'fritt från',
  freeUntil: 'fritt till',
  hours: 'timmar',
  job: 'åtgärd för flera',
  kind: 'slag',
  latitude: 'latitud',
  longitude: 'longitud',
  mail: 'mejl',
  mended: 'rättat',
  month: 'månad',
  months: 'månader',
  name: 'namn',
  neighbour: 'grannområde',
  number: 'nummer',
  orgNumber: 'organisationsnummer',
  paidOut: 'utbetalt',
  paidOn: 'betald dag',
  percent: 'procent',
  plan: 'paket',
  points: 'poäng',
  postcode: 'postnummer',
  purpose: 'slag av utskick',
  reason: 'varför',
  reference: 'betalningens nummer',
  releaseS: 'släpp efter sekunder',
  review: 'omdöme',
  role: 'roll',
  search: 'sökning',
  sentAs: 'skickat som',
  state: 'läge',
  status: 'läge',
  tellMemberS: 'säg till boende efter sekunder',
  text: 'text',
  validUntil: 'gäller till',
  ringS: 'ring upp efter sekunder',
  ringTimes: 'ring upp högst gånger',
  widenS: 'grannar efter sekunder',
}

const words: Record<string, string> = {
  active: 'aktiv',
  admin: 'administratör',
  answered: 'besvarad',
  approved: 'godkänt',
  base: 'bas',
  booked: 'bokad',
  closed: 'avslutat',
  company: 'företag',
  false: 'nej',
  hidden: 'dolt',
  member: 'medlem',
  new: 'ny',
  offers: 'erbjudanden',
  open: 'öppet',
  paid: 'betald',
  planned: 'planerat',
  recovery: 'nytt lösenord',
  released: 'släppt',
  reserved: 'ansökt',
  revoked: 'taget tillbaka',
  safety: 'trygghet',
  season: 'säsongspartner',
  'signed out': 'inte inloggad',
  sponsor: 'huvudsponsor',
  true: 'ja',
  verification: 'bekräfta adressen',
  waiting: 'att granska',
}

/** "roll: medlem → administratör", one line for each difference. */
export function changesOf(before: unknown, after: unknown): string[] {
  const [was = {}, is = {}] = [before, after].map((given) => (given ?? {}) as Record<string, unknown>)
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((fact) => was[fact] !== is[fact])
    .map(
      (fact) =>
        `${chosen(facts, fact) ?? fact}: ${isNameIn(was, fact) ? `${told(was[fact], fact)} → ` : ''}${told(is[fact], fact)}`,
    )
}

/** Facts that list booked months with package and state: "season 2026-12 reserved". */
const ofMonths = new Set(['month', 'months'])

function told(value: unknown, fact: string): string {
  if (value === null || value === undefined || value === '') return '–'
  const text = String(value)
  if (ofMonths.has(fact)) return text.replace(/[a-z]+/g, (word) => chosen(words, word) ?? word)
  // The value may be the code name of an action or of a message kind.
  return words[text] ?? kindLabel(auditLabel(text))
}
