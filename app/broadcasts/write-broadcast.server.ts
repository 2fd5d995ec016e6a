import { z } from 'zod'
import { readAdminIds } from '~/accounts/public.server'
import { recordAudit } from '~/audit/public.server'
import { changeCompany, readCalledAreas, requireOwnCompany } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { notifyPerson } from '~/notifications/public.server'
import { type Purpose, purposes } from '~/outbox/public'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { readPostcode } from '~/postcodes/public.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { longestText } from './broadcast'
import { countAsked, insertBroadcast } from './broadcast-store.server'
import { refusedByItself, refusedWords } from './check-words.server'

const notKept = 'Utskicket är inte sparat'
/** The most broadcasts of one company that may wait for a decision. */
const mostAsked = 3

const askForm = z.object({
  key: anId('Ladda om sidan och försök igen'),
  purpose: z.enum(purposes as [Purpose, ...Purpose[]], { error: 'Välj vad utskicket är' }),
  text: field.paragraph('Skriv det som ska stå i SMS:et', longestText),
})
const draftForm = askForm.extend({ postcode: field.postcode })

/** An administrator saves a draft, to be reviewed with its number of recipients and cost before release. */
export async function draftBroadcast(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ id: string }>> {
  onlyAdmin(signedIn)
  const form = parseForm(draftForm, values, notKept)
  if (!form.ok) return form
  const { postcode, text } = form.value
  const area = await readPostcode(house.db, postcode)
  if (area?.state !== 'open') return refused(notKept, { fields: { postcode: 'Det postnumret är inte öppet hos oss' } })
  const wrong = await refusedWords(house.db, postcode, text, house.clock.now())
  if (wrong) return refused(notKept, { fields: { text: wrong } })
  return house.db.transaction().execute(async (db) => {
    const now = house.clock.now()
    const draft = {
      ...form.value,
      state: 'ready' as const,
      companyId: null,
      authorId: signedIn.person.id,
      createdAt: now,
    }
    const { id, isNew } = await insertBroadcast(db, draft)
    if (isNew) {
      await recordAudit(db, {
        at: now,
        actor: signedIn,
        deed: 'draft broadcast',
        subject: { kind: 'broadcast', id },
        before: {},
        after: { postcode, purpose: form.value.purpose },
      })
    }
    return accepted({ id })
  })
}

/**
 * A security partner asks for a broadcast in one of its areas; an administrator must release it. Whether the text names
 * a resident or repeats an alarm is not checked here, because the answer or its timing would reveal to the writer who
 * lives in the postcode.
 */
export async function askBroadcast(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const areas = await readCalledAreas(house.db, company.id, house.clock.now())
  const [only, ...others] = areas
  if (only === undefined) {
    return refused(notKept, { message: 'Bara aktiva trygghetspartner kan skicka till kvarteret.' })
  }
  const own = z.object({ postcode: z.enum([only, ...others], { error: 'Välj ett av era områden' }), ...askForm.shape })
  // A single area is used whatever the form says; of several, one of the company's must be chosen.
  const form = parseForm(own, others.length === 0 ? { ...values, postcode: only } : values, notKept)
  if (!form.ok) return form
  const { postcode } = form.value
  const wrong = refusedByItself(form.value.text)
  if (wrong) return refused(notKept, { fields: { text: wrong } })
  // Under the company's lock: two requests at the same moment would not count each other.
  const outcome = await changeCompany<Outcome<null>>(house.db, company.id, notKept, async (db) => {
    const createdAt = house.clock.now()
    const asked = {
      ...form.value,
      state: 'asked' as const,
      companyId: company.id,
      authorId: signedIn.person.id,
      createdAt,
    }
    const { isNew } = await insertBroadcast(db, asked)
    if (!isNew) return accepted(null)
    if ((await countAsked(db, company.id)) > mostAsked) throw new TooMany()
    for (const admin of await readAdminIds(db)) {
      await notifyPerson(db, admin, {
        kind: 'operations broadcast asked',
        subject: `${company.name} vill skicka SMS till ett kvarter`,
        letter: {
          greeting: 'Hej,',
          paragraphs: [
            `${company.name} vill skicka ett SMS till alla som sagt ja i ${postcode}. Läs det och säg ja eller nej.`,
          ],
          action: { label: 'Läs utskicket', url: `${house.config.origin}/dashboard/admin/broadcasts?visa=asked` },
        },
        push: { title: 'Ett utskick väntar på ditt ord', body: company.name, path: '/dashboard/admin/broadcasts' },
      })
    }
    return accepted(null)
  }).catch((error: unknown) => {
    if (!(error instanceof TooMany)) throw error
    return refused(notKept, {
      message: `Ni har redan ${mostAsked} som väntar på godkännande. Vänta tills de är lästa.`,
    })
  })
  if (!outcome.ok) return outcome
  house.wake('messages')
  house.live.tell({ to: ['admin'], about: 'messages' })
  return outcome
}

/** Rolls the insert back when it exceeds the limit. */
class TooMany extends Error {}
