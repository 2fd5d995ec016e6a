import { sendMail } from '~/notifications/public.server'
import type { AuthMail } from '~/platform/auth/auth.server'
import type { Database } from '~/platform/database/database.server'
import { PRODUCT_NAME } from '~/shared/product'

/** The mails with secret links, in words. `origin` is the address people open. */
export function accountMails(db: Database, origin: string, wake: () => void): AuthMail {
  return {
    async recovery(to, token) {
      await sendMail(db, 'recovery', to.email, 'Välj ett nytt lösenord', {
        greeting: `Hej ${to.name},`,
        paragraphs: ['Någon, förhoppningsvis du, har bett om att få välja ett nytt lösenord.'],
        action: { label: 'Välj nytt lösenord', url: `${origin}/auth/reset?token=${encodeURIComponent(token)}` },
        footnote: 'Länken gäller i en timme. Var det inte du? Då behöver du inte göra något – lösenordet är oförändrat.',
      })
      wake()
    },
    async verification(to, token) {
      await sendMail(db, 'verification', to.email, 'Bekräfta din e-postadress', {
        greeting: `Hej ${to.name},`,
        paragraphs: [
          `Bekräfta att den här adressen är din, så att vi vet att viktiga besked från ${PRODUCT_NAME} når fram.`,
          'Du kan använda ditt konto under tiden.',
        ],
        action: { label: 'Bekräfta adressen', url: `${origin}/auth/verify?token=${encodeURIComponent(token)}` },
        footnote: 'Länken gäller i tre dagar. Har du inte skapat något konto kan du bortse från det här mejlet.',
      })
      wake()
    },
  }
}
