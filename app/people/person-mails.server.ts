import { href } from 'react-router'
import type { GoesOn } from '~/membership/public.server'
import { sendMail, toPerson } from '~/outbox/public.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { writeToUs } from '~/platform/mail/write-to-us'
import { PRODUCT_NAME } from '~/shared/product'
import type { Role } from '~/shared/role'
import { formatDate } from '~/shared/time'
import { accountLabels } from './people-search'

type Recipient = { id: string; name: string; email: string }

/** `hasGuards`: a guard company, whose guards are shut out with it. */
export async function mailBlocked(
  db: Database,
  config: Config,
  to: Recipient & { role: Role },
  { reason, hasGuards }: { reason: string; hasGuards: boolean },
) {
  await sendMail(db, 'person blocked', toPerson(to), `Ditt konto på ${PRODUCT_NAME} är spärrat`, {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      'En administratör har spärrat ditt konto. Du är utloggad och kan inte logga in.',
      `Skälet: ${reason}`,
      ...whatIsBooked[to.role],
      ...(hasGuards ? ['Larm går inte till er, era väktare släpps inte in, och era pass kan inte gås så länge.'] : []),
      ...whatIsOwedMeanwhile[to.role],
      ifWrong(config),
      'Om du är i fara: ring 112.',
    ],
  })
}

const ifWrong = (config: Config) => `Tycker du att det är fel? ${writeToUs(config, 'så läser vi det')}`

const whatIsBooked: Record<Role, string[]> = {
  member: ['Har du bokat något står det kvar: ring företaget om du vill ändra eller avboka.'],
  company: [
    'Så länge syns företaget inte och tar inte emot bokningar. Det som redan är bokat står kvar, och kunderna kan avboka utan kostnad: ring dem.',
  ],
  admin: [],
}

const noMonth = 'Så länge kontot är spärrat kostar ingen ny månad något.'
const whatIsOwedMeanwhile: Record<Role, string[]> = {
  member: [`${noMonth} Dagar som redan är betalda löper under tiden.`],
  company: [
    `${noMonth} Det som redan är begärt, och avgiften för bokningar som är gjorda, ska fortfarande betalas. En månad som redan är betald löper under tiden, utan att företaget syns.`,
  ],
  admin: [],
}

type Opened = {
  /** The access of the guard company's people and systems was revoked with the block, and stays revoked. */
  hasGuards: boolean
  /** A month of the company's package began during the block. */
  isMonthSkipped: boolean
  /** The membership was paused meanwhile, and goes on. */
  membership: GoesOn | null
}

export async function mailUnblocked(db: Database, origin: string, to: Recipient, opened: Opened) {
  await sendMail(db, 'person unblocked', toPerson(to), `Ditt konto på ${PRODUCT_NAME} är öppet igen`, {
    greeting: `Hej ${to.name},`,
    paragraphs: whatIsOpen(opened),
    action: { label: 'Logga in', url: origin + href('/auth') },
  })
}

function whatIsOpen({ hasGuards, isMonthSkipped, membership }: Opened): string[] {
  const changed = [
    ...(hasGuards
      ? [
          'Väktarnas länkar, och era systems nycklar och mottagare, togs tillbaka när kontot spärrades. Skicka nya länkar under Väktare, och skapa nya nycklar och mottagare under Egna system. Till dess nås väktarna bara med SMS.',
        ]
      : []),
    ...(isMonthSkipped ? [companyGoesOn] : []),
    ...(membership ? [goesOn(membership)] : []),
  ]
  return changed.length === 0
    ? ['Spärren är borta. Du kan logga in igen, och allt står kvar som förut.']
    : ['Spärren är borta, och du kan logga in igen.', ...changed]
}

const goesOn = ({ coveredUntil, isAsked }: GoesOn) =>
  `Medlemskapet har gjort ett uppehåll, och under det har vi inte begärt någon betalning. Nu gäller det till ${formatDate(coveredUntil)}${isAsked ? ', och inför det frågar vi efter nästa månad' : ''}. Hade du lagt in ett kort behöver du lägga in det igen.`

const companyGoesOn =
  'Företaget kan synas och bokas igen. Paketet kostar som vanligt, från och med nästa gång det begärs. Hade ni lagt in ett kort behöver ni lägga in det igen.'

const whatIsOwed: Record<Role, string[]> = {
  member: [
    'Medlemskapet kostar dig inget mer: ingenting dras på kort, och det som inte var betalt behöver inte betalas.',
  ],
  company: [
    'Företaget visas inte längre, och paketet kostar inget mer: ingenting dras på kort, och en månad som inte var betald behöver inte betalas. Avgiften för bokningar som är gjorda ska fortfarande betalas.',
  ],
  admin: [],
}

/** What begins again with a role, where it may have been another one before. */
const whatBegins: Record<Role, string[]> = {
  member: [],
  company: [companyGoesOn],
  admin: [],
}

/** `membership`: one from before was paused meanwhile, and goes on. */
export async function mailRoleChanged(
  db: Database,
  config: Config,
  to: Recipient & { role: Role },
  { role, membership }: { role: Role; membership: GoesOn | null },
) {
  await sendMail(db, 'role changed', toPerson(to), `Ditt konto på ${PRODUCT_NAME} har en ny roll`, {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `En administratör har ändrat rollen på ditt konto. Det är ${accountLabels[role]} nu, och du är utloggad överallt.`,
      ...whatIsOwed[to.role],
      ...whatBegins[role],
      ...(membership ? [goesOn(membership)] : []),
      ifWrong(config),
    ],
    action: { label: 'Logga in', url: config.origin + href('/auth') },
  })
}

export async function mailMonthsGiven(db: Database, origin: string, to: Recipient, months: number, freeUntil: string) {
  const given = months === 1 ? 'en fri månad' : `${months} fria månader`
  await sendMail(db, 'months given', toPerson(to), `Du har fått ${given}`, {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `Vi har lagt till ${given} på ditt medlemskap. Du betalar ingenting före den ${formatDate(freeUntil)}.`,
    ],
    action: { label: 'Till Min Portal', url: origin + href('/dashboard/customer') },
  })
}

export async function mailOpening(db: Database, origin: string, to: Recipient) {
  await sendMail(db, 'postcode opened', toPerson(to), 'Nu är ditt kvarter öppet', {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      'Nu finns en trygghetspartner i ditt kvarter, och larmet går till dem. Tack för att du har väntat.',
      'I Min Portal ser du om någon är i tjänst, när det går ronder, och företagen runt hörnet.',
    ],
    action: { label: 'Till Min Portal', url: origin + href('/dashboard/customer') },
  })
}
