import { href } from 'react-router'
import type { Recruited } from '~/companies/public.server'
import { sendMail, toCompany, toPerson } from '~/outbox/public.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { writeToUs } from '~/platform/mail/write-to-us'
import { RECRUITED_POINTS } from '~/points/public'
import { PRODUCT_NAME } from '~/shared/product'
import { formatDate } from '~/shared/time'

type Ports = { db: Database; config: Config }
type Member = { id: string; name: string; email: string }

const ambassadorPage = ({ config }: Ports) => config.origin + href('/dashboard/customer/ambassador')

export async function mailMonthsGiven(ports: Ports, to: Member, company: { name: string }, freeUntil: string) {
  await sendMail(ports.db, 'ambassador months given', toPerson(to), 'Du har fått 12 fria månader', {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `${company.name} har gått med i ${PRODUCT_NAME} och angav ditt nummer i ”Tipsad av”. Tack för tipset.`,
      `Ditt medlemskap är nu fritt till ${formatDate(freeUntil)}, och du har fått ${RECRUITED_POINTS} Kvarterspoäng. Du behöver inte göra något.`,
    ],
    action: { label: 'Se dina tips', url: ambassadorPage(ports) },
  })
}

/** Names no member: the company typed the number itself, and may not learn whose it is. */
export async function mailThanks(ports: Ports, company: Pick<Recruited, 'name' | 'email' | 'ownerId'>) {
  await sendMail(ports.db, 'ambassador thanked', toCompany(company), 'Den som tipsade er har fått sitt tack', {
    greeting: `Hej ${company.name},`,
    paragraphs: [
      `Ni skrev ett mobilnummer i ”Tipsad av” när ni gick med. Den som har numret är medlem i ${PRODUCT_NAME} och har fått 12 månaders fritt medlemskap.`,
      'Det kostar er ingenting, och ni behöver inte göra något.',
    ],
  })
}

export async function mailMonthsTaken(
  ports: Ports,
  to: Member,
  company: { name: string },
  reason: string,
  freeUntil: string | null,
  points: number,
) {
  const now = freeUntil
    ? `Ditt medlemskap är nu fritt till ${formatDate(freeUntil)}.`
    : 'Du har därmed inga fria månader kvar från tips.'
  await sendMail(ports.db, 'ambassador months taken back', toPerson(to), 'Fria månader har tagits tillbaka', {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `De 12 fria månader du fick för ${company.name} har tagits tillbaka av en administratör.`,
      `Skälet: ${reason}`,
      now,
      ...(points > 0 ? [`${points} av poängen du fick för tipset har också dragits tillbaka.`] : []),
    ],
    action: { label: 'Se dina tips', url: ambassadorPage(ports) },
    footnote: `Tycker du att det är fel? ${writeToUs(ports.config)}`,
  })
}
