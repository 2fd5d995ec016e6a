import { href } from 'react-router'
import { sendMail, toCompany } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import { PRODUCT_NAME } from '~/shared/product'

type Recipient = { name: string; email: string; ownerId: string | null }

const action = (origin: string) => ({
  label: 'Till företagsportalen',
  url: origin + href('/dashboard/provider'),
})

export async function mailHidden(db: Database, origin: string, to: Recipient, reason: string) {
  await sendMail(db, 'company hidden', toCompany(to), 'Ert företag visas inte längre', {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `En administratör på ${PRODUCT_NAME} har dolt ert företag. Det syns inte i katalogen, och er sida går inte att öppna.`,
      `Skälet: ${reason}`,
      'Paketet betalas som vanligt under tiden, och månader som ni kan ha bokat löper på.',
      'Ni kan fortfarande logga in. Hör av er när det är rättat, eller om ni tycker att det är fel, så tittar vi igen.',
    ],
    action: action(origin),
  })
}

export async function mailNameApproved(db: Database, origin: string, to: Recipient) {
  await sendMail(db, 'company name approved', toCompany(to), 'Ert nya namn gäller', {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      'Vi har tittat på det namn och organisationsnummer ni bad om. De gäller från och med nu och är det alla ser.',
      'Är ni trygghetspartner kontrollerar vi också att tillståndet gäller dem. Först därefter får ni larm igen; på sidan om era väktare ser ni när det är klart.',
    ],
    action: action(origin),
  })
}

export async function mailNameDeclined(db: Database, origin: string, to: Recipient, asked: string, reason: string) {
  await sendMail(db, 'company name declined', toCompany(to), 'Ert namn är som förut', {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `Ni bad om att få heta ${asked}. Vi har tittat på det, och namnet och numret är kvar som förut.`,
      `Skälet: ${reason}`,
      'Är ni trygghetspartner får ni larm igen, under samma villkor som förut.',
    ],
    action: action(origin),
  })
}

export async function mailRestored(db: Database, origin: string, to: Recipient) {
  await sendMail(db, 'company restored', toCompany(to), 'Ert företag visas igen', {
    greeting: `Hej ${to.name},`,
    paragraphs: ['Ert företag syns i katalogen igen, och er sida går att öppna. Tack för att ni hörde av er.'],
    action: action(origin),
  })
}
