import { href } from 'react-router'
import { notifyPerson } from '~/notifications/public.server'
import { type Charge, formatReference } from '~/payments/public.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { formatOre, MEMBER_PRICE_ORE } from '~/shared/money'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { formatDate } from '~/shared/time'
import { type EndReason, graceUntil, type Reminder } from './course'
import type { Course } from './keep-course.server'

/** Letters about the course of a membership, written in the transaction that changes it. */
type Ports = { db: Database; config: Config }

const price = formatOre(MEMBER_PRICE_ORE)
const pagePath = href('/dashboard/customer/membership')

const payAt = ({ config }: Ports, charge: Charge | null) =>
  charge
    ? { label: 'Betala med Swish', url: config.origin + href('/dashboard/pay/:id', { id: charge.id }) }
    : { label: 'Se ditt medlemskap', url: config.origin + pagePath }

const referenceIn = (charge: Charge | null) =>
  charge ? [`Betalar du på annat sätt: skriv ${formatReference(charge.reference)} som meddelande.`] : []

const alarmGoesOn = 'Trygghetslarmet fungerar som vanligt, vad som än händer med betalningen.'

export async function tellReminder(ports: Ports, course: Course, of: Reminder, charge: Charge | null, today: string) {
  const words = wordsOf(course, of, charge, today)
  if (!words) return
  await notifyPerson(ports.db, course.memberId, {
    kind: `membership ${of}`,
    subject: words.subject,
    letter: {
      greeting: `Hej ${course.member.name},`,
      paragraphs: words.paragraphs,
      action: payAt(ports, course.paysByCard ? null : charge),
    },
    push: { title: words.subject, body: words.push, path: pagePath },
  })
}

type Words = { subject: string; paragraphs: string[]; push: string }

function wordsOf(course: Course, of: Reminder, charge: Charge | null, today: string): Words | null {
  const until = formatDate(course.coveredUntil)
  const isTrial = course.member.status === 'trial'
  switch (of) {
    case 'a week':
    case 'a day':
      if (isTrial) return trialWords(course, of, charge)
      // After the trial, one letter a month is enough.
      if (of === 'a day' || course.paysByCard) return null
      return {
        subject: `Dags för nästa månad, senast ${until}`,
        paragraphs: [
          // 'gäller' and not 'är betalt': the days after a block were given.
          `${course.member.status === 'free' ? 'Du är medlem utan kostnad' : 'Ditt medlemskap gäller'} till ${until}. Nästa månad kostar ${price}.`,
          ...referenceIn(charge),
        ],
        push: `Betala ${price} senast ${until}.`,
      }
    case 'past due':
      return {
        subject: 'Medlemsavgiften har inte kommit in',
        paragraphs: [
          course.paysByCard
            ? `Banken sa nej när ${price} skulle dras från ditt kort.`
            : `Månaden från ${until} är inte betald. Det gäller ${price}.`,
          'Rabatter och erbjudanden är pausade tills betalningen har kommit in.',
          alarmGoesOn,
          `Har inget kommit in till och med ${formatDate(graceUntil(course.pastDueOn ?? today))} avslutar vi medlemskapet. Då stryker vi månaden, och du är inte skyldig något.`,
          ...referenceIn(charge),
        ],
        push: 'Rabatterna är pausade. Larmet fungerar som vanligt.',
      }
    case 'last warning':
      return {
        subject: 'En vecka kvar att betala medlemsavgiften',
        paragraphs: [
          `Vi saknar fortfarande ${price} för månaden från ${until}.`,
          `Betala senast ${formatDate(graceUntil(course.pastDueOn ?? today))}, så fortsätter allt som förut.`,
          alarmGoesOn,
          ...referenceIn(charge),
        ],
        push: 'Betala, så kommer rabatterna tillbaka.',
      }
  }
}

function trialWords(course: Course, of: 'a week' | 'a day', charge: Charge | null): Words {
  const until = formatDate(course.coveredUntil)
  const when = of === 'a week' ? `Provperioden slutar ${until}` : 'Provperioden slutar i morgon'
  return {
    subject: when,
    paragraphs: [
      `Din provperiod hos oss slutar ${until}. Sedan kostar medlemskapet ${price} i månaden, inklusive moms.`,
      course.paysByCard
        ? 'Du har lagt in ditt kort, så du behöver inte göra något.'
        : 'Vill du fortsätta: betala första månaden innan dess.',
      'Vill du inte fortsätta: säg upp på din sida, eller låt bli att betala. Det kostar ingenting.',
      ...(course.paysByCard ? [] : referenceIn(charge)),
    ],
    push: `Sedan ${price} i månaden, om du vill.`,
  }
}

const emergency = `Om du är i fara: ring ${EMERGENCY_NUMBER}.`

export async function tellOfEnd(ports: Ports, course: Course, because: EndReason) {
  const why = {
    left: 'Ditt medlemskap är nu avslutat, som du har bett om.',
    unpaid: 'Månadsavgiften kom inte in, så ditt medlemskap är avslutat. Månaden är struken: du är inte skyldig något.',
    withdrawn: 'Du har ångrat avtalet, och medlemskapet är avslutat.',
  } as const satisfies Record<EndReason, string>
  // One that had left before the block: others pause (pause.server.ts).
  const isBlocked = course.member.blockedAt !== null
  await notifyPerson(ports.db, course.memberId, {
    kind: 'membership ended',
    subject: 'Ditt medlemskap är avslutat',
    letter: {
      greeting: `Hej ${course.member.name},`,
      paragraphs: [
        why[because],
        ...(isBlocked
          ? ['Kontot är fortfarande spärrat, så det går inte att logga in eller larma härifrån.', emergency]
          : [
              'Så länge du har ditt konto kvar fungerar trygghetslarmet. Rabatter och erbjudanden gäller inte.',
              'Du är välkommen tillbaka när du vill.',
            ]),
      ],
      ...(isBlocked ? {} : { action: { label: 'Kom tillbaka', url: ports.config.origin + pagePath } }),
    },
  })
}
