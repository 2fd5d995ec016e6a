import { sendMail, sendSecretMail, toPerson } from '~/outbox/public.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import type { Keys } from '~/platform/keys.server'
import { writeToUs } from '~/platform/mail/write-to-us'
import { PRODUCT_NAME } from '~/shared/product'

/** The account that a mail is about, at its own address. */
type Recipient = { id: string; name: string; email: string }

/** What a mail with a secret link needs: the link is stored separately, sealed, until it is sent. */
type Ports = { db: Database; keys: Keys; config: { origin: string } }

export async function mailRecovery({ db, keys, config }: Ports, to: Recipient, token: string) {
  const url = `${config.origin}/auth/reset?token=${encodeURIComponent(token)}`
  const letter = {
    greeting: `Hej ${to.name},`,
    paragraphs: ['Någon, förhoppningsvis du, har bett om att få välja ett nytt lösenord.'],
    action: { label: 'Välj nytt lösenord', url },
    footnote: 'Länken gäller i en timme. Var det inte du? Då behöver du inte göra något – lösenordet är oförändrat.',
  }
  await sendSecretMail(db, 'recovery', toPerson(to), 'Välj ett nytt lösenord', letter, { keys, secret: url })
}

export async function mailVerification({ db, keys, config }: Ports, to: Recipient, token: string) {
  const url = `${config.origin}/auth/verify?token=${encodeURIComponent(token)}`
  const letter = {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `Bekräfta att den här adressen är din, så att vi vet att viktiga besked från ${PRODUCT_NAME} når fram.`,
      'Du kan använda ditt konto under tiden.',
    ],
    action: { label: 'Bekräfta adressen', url },
    footnote: 'Länken gäller i tre dagar. Har du inte skapat något konto kan du bortse från det här mejlet.',
  }
  await sendSecretMail(db, 'verification', toPerson(to), 'Bekräfta din e-postadress', letter, { keys, secret: url })
}

type Recovered = Recipient & { role: string | null; hasSecondFactor: boolean }

/** After a recovery: the password is new, and every earlier session and key of the account has ended. */
export async function mailRecovered(db: Database, origin: string, to: Recovered) {
  const company = 'Era väktares egna länkar är avstängda. Skicka nya under Väktare. Larm når dem under tiden som förut.'
  const admin =
    'Du är inte längre administratör, eftersom kontot inte hade någon tvåstegsverifiering. Be en annan administratör att ge dig rollen igen.'
  await sendMail(db, 'password changed', toPerson(to), 'Ditt lösenord är bytt', {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `Lösenordet till ditt konto hos ${PRODUCT_NAME} har just bytts, och du är utloggad överallt. Kalendern som följer dina bokningar och push i webbläsaren är avstängda. Slå på dem igen där du vill ha dem. Passnycklarna är borttagna, utom de som är ditt andra steg.`,
      ...(to.role === 'company' ? [company] : []),
      ...(to.role === 'admin' && !to.hasSecondFactor ? [admin] : []),
      'Var det inte du? Välj genast ett nytt lösenord.',
    ],
    action: { label: 'Välj nytt lösenord', url: `${origin}/auth/recover` },
  })
}

export async function mailPasswordChanged(db: Database, origin: string, to: Recipient) {
  await sendMail(db, 'password changed', toPerson(to), 'Ditt lösenord är bytt', {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `Lösenordet till ditt konto hos ${PRODUCT_NAME} har just bytts, och du är utloggad på alla andra enheter. Kalendern som följer dina bokningar och push i webbläsaren är avstängda. Slå på dem igen där du vill ha dem. Passnycklarna är borttagna, utom de som är ditt andra steg.`,
      'Var det inte du? Välj genast ett nytt lösenord.',
    ],
    action: { label: 'Välj nytt lösenord', url: `${origin}/auth/recover` },
  })
}

const secondFactorWords = {
  on: {
    subject: 'Tvåstegsverifiering är på',
    happened:
      'Från och med nu räcker inte lösenordet: när du loggar in frågar vi också efter en kod eller en passnyckel.',
  },
  'by passkey': {
    subject: 'Din app för inloggning är borttagen',
    happened: 'Koder från appen fungerar inte längre. När du loggar in frågar vi efter din passnyckel.',
  },
  off: {
    subject: 'Tvåstegsverifiering är av',
    happened: 'Från och med nu räcker lösenordet för att logga in på ditt konto.',
  },
}

export async function mailSecondFactor(
  db: Database,
  origin: string,
  to: Recipient,
  state: keyof typeof secondFactorWords,
) {
  const words = secondFactorWords[state]
  await sendMail(db, `second factor ${state}`, toPerson(to), words.subject, {
    greeting: `Hej ${to.name},`,
    paragraphs: [words.happened, 'Var det inte du? Välj genast ett nytt lösenord.'],
    action: { label: 'Välj nytt lösenord', url: `${origin}/auth/recover` },
  })
}

/** To the new address of a requested change. Deleted with the account (`personId`), whether or not the link is used. */
export async function mailNewAddress({ db, keys, config }: Ports, to: Recipient, token: string) {
  const url = `${config.origin}/auth/verify?token=${encodeURIComponent(token)}`
  const letter = {
    greeting: `Hej ${to.name},`,
    paragraphs: [`Du har bett om att få använda den här adressen för ditt konto hos ${PRODUCT_NAME}.`],
    action: { label: 'Använd den här adressen', url },
    footnote:
      'Länken gäller i tre dagar, och till dess är det din gamla adress som gäller. Var det inte du kan du bortse från det här mejlet.',
  }
  await sendSecretMail(db, 'new address', toPerson(to), 'Bekräfta din nya e-postadress', letter, { keys, secret: url })
}

/** To the new address of a requested change when another account already has it. */
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

/** To the present address, so that its owner knows about the requested change. */
export async function mailAddressChangeAsked(db: Database, origin: string, to: Recipient, newEmail: string) {
  await sendMail(db, 'address change asked', toPerson(to), 'Din e-postadress är på väg att bytas', {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `Du har bett om att byta till ${newEmail}. Vi har skickat en länk dit, och bytet sker när någon har följt den.`,
      'Var det inte du? Välj genast ett nytt lösenord, så avbryts bytet.',
    ],
    action: { label: 'Välj nytt lösenord', url: `${origin}/auth/recover` },
  })
}

/**
 * To the address that the account has just left, with the undo link in case the change was a takeover. Deleted with the
 * account.
 */
export async function mailAddressChanged({ db, keys, config }: Ports, to: Recipient, token: string) {
  const url = `${config.origin}/auth/undo-address?token=${encodeURIComponent(token)}`
  const letter = {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `Ditt konto hos ${PRODUCT_NAME} har just fått en ny e-postadress. Mejl från oss går dit från och med nu.`,
      'Var det du? Då behöver du inte göra något.',
      'Var det inte du? Tryck på knappen. Då får du tillbaka kontot till den här adressen, väljer ett nytt lösenord, och alla andra loggas ut.',
    ],
    action: { label: 'Det var inte jag', url },
    footnote: 'Länken gäller i fjorton dagar, även om någon byter lösenord eller adress igen.',
  }
  await sendSecretMail(db, 'address changed', toPerson(to), 'Din e-postadress är bytt', letter, { keys, secret: url })
}

const putBackWords = {
  'not theirs': 'Den som läser mejlen dit svarade att det inte var hen som bytte, och har valt ett nytt lösenord.',
  'asked for': 'Någon som var inloggad bad om det, och den som läser mejlen dit har bekräftat det.',
}

/** To the address that the account was taken back from, in case its rightful owner had made the change. */
export async function mailAddressPutBack(db: Database, config: Config, email: string, by: keyof typeof putBackWords) {
  await sendMail(db, 'address put back', email, 'Kontot har fått tillbaka sin förra adress', {
    greeting: 'Hej,',
    paragraphs: [
      `Ett konto hos ${PRODUCT_NAME} som hade den här adressen har fått tillbaka sin förra. ${putBackWords[by]}`,
      `Var det du som bytte adress, och kommer du inte in? ${writeToUs(config)}`,
    ],
    action: { label: 'Till startsidan', url: config.origin },
  })
}
