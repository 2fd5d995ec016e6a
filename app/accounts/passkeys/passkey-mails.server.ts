import { sendMail, toPerson } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import { PRODUCT_NAME } from '~/shared/product'

type Recipient = { id: string; name: string; email: string }

const wasNotYou =
  'Var det inte du? Välj genast ett nytt lösenord, och ta bort det du inte känner igen under Mitt konto, Säkerhet.'

export async function mailPasskey(
  db: Database,
  origin: string,
  to: Recipient,
  change: 'added' | 'removed',
  passkey: string,
) {
  const words =
    change === 'added'
      ? {
          subject: 'En passnyckel är tillagd',
          happened: `Från och med nu går det att logga in på ditt konto hos ${PRODUCT_NAME} med passnyckeln ”${passkey}”.`,
        }
      : {
          subject: 'En passnyckel är borttagen',
          happened: `Passnyckeln ”${passkey}” går inte längre att logga in med, och andra enheter som den hade loggat in är utloggade.`,
        }
  await sendMail(db, `passkey ${change}`, toPerson(to), words.subject, {
    greeting: `Hej ${to.name},`,
    paragraphs: [words.happened, wasNotYou],
    action: { label: 'Välj nytt lösenord', url: `${origin}/auth/recover` },
  })
}

export async function mailIdentityRemoved(db: Database, origin: string, to: Recipient, identity: string) {
  await sendMail(db, 'identity removed', toPerson(to), 'Ett sätt att logga in är borttaget', {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `Det går inte längre att logga in på ditt konto hos ${PRODUCT_NAME} på det här sättet: ${identity}.`,
      wasNotYou,
    ],
    action: { label: 'Välj nytt lösenord', url: `${origin}/auth/recover` },
  })
}
