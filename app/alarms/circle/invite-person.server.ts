import { z } from 'zod'
import { isWithinTotal, lockProfile, notTextable } from '~/accounts/public.server'
import { mayTry } from '~/door/attempts.server'
import { onlyMember } from '~/door/guard.server'
import { sendSecretMail, sendSecretSms } from '~/outbox/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { parsePhone } from '~/shared/phone'
import { PRODUCT_NAME } from '~/shared/product'
import { newSecretLink } from '../secret-link.server'
import { invitationDays, isTold, mostPeople, whyNotAsk, whyNotWords } from './circle'
import { type Contact, hashOfContact, insertPerson, readBefore, readCircle } from './circle-store.server'

const failure = 'Frågan är inte skickad'
const contactMissing = 'Skriv ett mobilnummer eller en e-postadress'

const contact = z
  .string({ error: contactMissing })
  .trim()
  .max(254, contactMissing)
  .transform((typed, context): Contact => {
    if (typed.includes('@')) {
      const email = field.email.safeParse(typed)
      if (email.success) return { phone: null, email: email.data }
    } else {
      const phone = parsePhone(typed)
      if (phone) return { phone, email: null }
    }
    context.addIssue(contactMissing)
    return z.NEVER
  })

export const choiceFields = {
  told: z.string({ error: 'Välj när personen ska få veta' }).refine(isTold, 'Välj när personen ska få veta'),
  toldOfTests: field.box,
}
const personForm = z.object({ name: field.line('Skriv vem det är', 80), contact, ...choiceFields })

/** A member names a person, who is asked by a link, once, whether they want to be told. Rate-limited. */
export async function invitePerson(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyMember(signedIn)
  const form = parseForm(personForm, values, failure)
  if (!form.ok) return form
  const { person } = signedIn
  const { contact, name, told, toldOfTests } = form.value
  const isOwn = contact.email === person.email || (contact.phone !== null && contact.phone === person.phone)
  if (isOwn) return refused(failure, { fields: { contact: 'Det är du själv. Skriv någon annans.' } })
  const wrong = contact.phone && notTextable(contact.phone, house.config.smsCountries)
  if (wrong) return refused(failure, { fields: { contact: wrong } })
  const contactHash = hashOfContact(contact)

  const whyNot = await house.db.transaction().execute(async (db) => {
    // Lock against a race: of two concurrent invitations the second sees the first.
    await lockProfile(db, person.id)
    if ((await readCircle(db, person.id)).length >= mostPeople) return `Du kan ha högst ${mostPeople} personer.`
    const why = whyNotAsk(await readBefore(db, person.id, contactHash))
    if (why) return whyNotWords[why]
    if (!(await mayAsk({ ...house, db }, person.id, contact))) return tooMany
    const link = newSecretLink(house, '/far-veta')
    await insertPerson(
      db,
      { memberId: person.id, contact, name, told, toldOfTests, linkHash: link.hash },
      house.clock.now(),
    )
    await ask({ ...house, db }, person, contact, link.url)
    return null
  })
  if (whyNot) return refused(failure, { message: whyNot })
  house.wake('messages')
  return accepted(null)
}

const tooMany = 'Det har skickats många frågor på kort tid. Vänta till i morgon och försök igen.'

/** Rate limits, the global SMS quota last: a question that an earlier limit refuses must not use it up. */
async function mayAsk(house: House, memberId: string, { phone, email }: Contact): Promise<boolean> {
  return (
    (await mayTry(house, 'circle question by somebody', memberId)) &&
    (await mayTry(house, 'circle question to somebody', phone ?? email)) &&
    (phone === null || (await isWithinTotal(house)))
  )
}

type Asker = { id: string; name: string }

/** The SMS has the first name only; the page behind the link says in full who asks. */
async function ask(
  { db, keys }: { db: Database } & Pick<House, 'keys'>,
  by: Asker,
  { phone, email }: Contact,
  url: string,
) {
  const secret = { keys, secret: url }
  const firstName = by.name.split(' ')[0] ?? by.name
  if (phone !== null) {
    const text = `${firstName} vill att du får veta om ${firstName} larmar med ${PRODUCT_NAME}. Svara ja eller nej här, vi frågar bara en gång: ${url}`
    const sms = { kind: 'circle question', recipient: phone, subject: 'Fråga om att få veta om larm', text } as const
    return sendSecretSms(db, { ...sms, personId: by.id, urgency: 'awaited' }, secret)
  }
  const letter = {
    greeting: 'Hej,',
    paragraphs: [
      `${by.name} vill att du får veta om ${firstName} larmar med ${PRODUCT_NAME}. Du behöver inte göra något då: du får bara veta, och ser hur det går.`,
      `Vill du inte, säg nej på samma sida, så frågar vi aldrig igen. Länken gäller i ${invitationDays} dagar.`,
    ],
    action: { label: 'Svara ja eller nej', url },
  }
  const subject = `${firstName} vill att du får veta`
  return sendSecretMail(db, 'circle question', { recipient: email, personId: by.id }, subject, letter, secret)
}
