import { sendMail } from '~/notifications/public.server'
import type { AuthMail } from '~/platform/auth/auth.server'
import type { Database } from '~/platform/database/database.server'
import { PRODUCT_NAME } from '~/shared/product'
import { deleteOpenProofs, proveAddress } from './account-store.server'

/** The mails with secret links, in words. `origin` is the address people open. */
export function accountMails(db: Database, origin: string, wake: () => void): AuthMail {
  return {
    async recovery(to, token) {
      await sendMail(db, 'recovery', to.email, 'Välj ett nytt lösenord', {
        greeting: `Hej ${to.name},`,
        paragraphs: ['Någon, förhoppningsvis du, har bett om att få välja ett nytt lösenord.'],
        action: { label: 'Välj nytt lösenord', url: `${origin}/auth/reset?token=${encodeURIComponent(token)}` },
        footnote:
          'Länken gäller i en timme. Var det inte du? Då behöver du inte göra något – lösenordet är oförändrat.',
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
    async passwordReset(to) {
      // Whoever knew the old password may have asked for things that would let them in again.
      await deleteOpenProofs(db, to.id)
      if (!to.emailVerified) await proveAddress(db, to.id)
      await mailPasswordChanged(db, origin, to)
      wake()
    },
  }
}

type Recipient = { name: string; email: string }

export async function mailPasswordChanged(db: Database, origin: string, to: Recipient) {
  await sendMail(db, 'password changed', to.email, 'Ditt lösenord är bytt', {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `Lösenordet till ditt konto hos ${PRODUCT_NAME} har just bytts, och du är utloggad på alla andra enheter.`,
      'Var det inte du? Välj genast ett nytt lösenord.',
    ],
    action: { label: 'Välj nytt lösenord', url: `${origin}/auth/recover` },
  })
}

export async function mailSecondFactor(db: Database, origin: string, to: Recipient, state: 'on' | 'off') {
  const words =
    state === 'on'
      ? {
          subject: 'Tvåstegsverifiering är på',
          happened: 'Från och med nu frågar vi efter en kod från din app när du loggar in.',
        }
      : {
          subject: 'Tvåstegsverifiering är av',
          happened: 'Från och med nu räcker lösenordet för att logga in på ditt konto.',
        }
  await sendMail(db, `second factor ${state}`, to.email, words.subject, {
    greeting: `Hej ${to.name},`,
    paragraphs: [words.happened, 'Var det inte du? Välj genast ett nytt lösenord.'],
    action: { label: 'Välj nytt lösenord', url: `${origin}/auth/recover` },
  })
}

/** To the new address of somebody who wants to change to it. */
export async function mailNewAddress(db: Database, origin: string, to: Recipient, token: string) {
  await sendMail(db, 'new address', to.email, 'Bekräfta din nya e-postadress', {
    greeting: `Hej ${to.name},`,
    paragraphs: [`Du har bett om att få använda den här adressen för ditt konto hos ${PRODUCT_NAME}.`],
    action: { label: 'Använd den här adressen', url: `${origin}/auth/verify?token=${encodeURIComponent(token)}` },
    footnote:
      'Länken gäller i tre dagar, och till dess är det din gamla adress som gäller. Var det inte du kan du bortse från det här mejlet.',
  })
}

/** To an address that somebody wants to change to, but that already has an account of its own. */
export async function mailTakenAddress(db: Database, origin: string, email: string) {
  await sendMail(db, 'taken address', email, 'Du har redan ett konto med den här adressen', {
    greeting: 'Hej,',
    paragraphs: [
      `Någon ville använda den här adressen för ett annat konto hos ${PRODUCT_NAME}. Det går inte, för den hör redan till ett konto.`,
      'Var det du? Logga in med den här adressen i stället, eller byt adress på det här kontot först.',
    ],
    action: { label: 'Logga in', url: `${origin}/auth` },
    footnote: 'Var det inte du behöver du inte göra något. Ingenting har ändrats.',
  })
}

/** To the present address, whose owner should know what is being asked. */
export async function mailAddressChangeAsked(db: Database, origin: string, to: Recipient, newEmail: string) {
  await sendMail(db, 'address change asked', to.email, 'Din e-postadress är på väg att bytas', {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `Du har bett om att byta till ${newEmail}. Vi har skickat en länk dit, och bytet sker när någon har följt den.`,
      'Var det inte du? Välj genast ett nytt lösenord, så avbryts bytet.',
    ],
    action: { label: 'Välj nytt lösenord', url: `${origin}/auth/recover` },
  })
}
