import { href } from 'react-router'
import { notifyPerson } from '~/notifications/public.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { formatOre, type Ore } from '~/shared/money'
import { PRODUCT_NAME } from '~/shared/product'
import { formatDate, formatInstant } from '~/shared/time'
import { withdrawalReceipt } from '~/shared/withdrawal/withdrawal'
import type { Course } from './keep-course.server'

/** Confirmations of leaving and of withdrawal on a durable medium, as the law requires: with what was said and when. */
type Ports = { db: Database; config: Config }

const page = ({ config }: Ports) => ({
  label: 'Se ditt medlemskap',
  url: config.origin + href('/dashboard/customer/membership'),
})

export async function tellOfLeaving(ports: Ports, course: Course, now: Date) {
  const until =
    course.endedOn === null
      ? `Det du har betalt för eller fått gäller till ${formatDate(course.coveredUntil)}. Sedan är medlemskapet avslutat, utan att du gör något mer.`
      : 'Medlemskapet är avslutat från och med nu. En obetald månad är struken, och du är inte skyldig något.'
  await notifyPerson(ports.db, course.memberId, {
    kind: 'membership leaving',
    subject: 'Kvitto på din uppsägning',
    letter: {
      greeting: `Hej ${course.member.name},`,
      paragraphs: [
        `Vi har tagit emot din uppsägning av medlemskapet i ${PRODUCT_NAME} ${formatInstant(now)}.`,
        until,
        'Så länge du har ditt konto kvar fungerar trygghetslarmet.',
      ],
      action: page(ports),
      footnote: 'Spara det här mejlet. Ångrar du dig innan medlemskapet är slut räcker ett tryck på din sida.',
    },
  })
}

export async function tellOfWithdrawal(ports: Ports, course: Course, now: Date, back: Ore) {
  const { name, email } = course.member
  const { subject, ...letter } = withdrawalReceipt({
    name,
    email,
    contract: `medlemskap i ${PRODUCT_NAME}`,
    contractOn: course.contractOn,
    at: now,
    outcome: [
      'Medlemskapet är avslutat.',
      back > 0
        ? `Du får tillbaka ${formatOre(back)} inom 14 dagar, på samma sätt som du betalade.`
        : 'Du har inte betalat något, så det finns inget att betala tillbaka.',
    ],
  })
  await notifyPerson(ports.db, course.memberId, {
    kind: 'membership withdrawn',
    subject,
    letter: { greeting: `Hej ${name},`, ...letter, action: page(ports) },
  })
}
