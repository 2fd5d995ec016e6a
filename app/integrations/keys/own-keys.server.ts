import { z } from 'zod'
import { refuseStaleLogin } from '~/accounts/public.server'
import { recordAudit } from '~/audit/public.server'
import { changeCompany, readPostcodesAround } from '~/companies/public.server'
import type { Asked } from '~/door/deed.server'
import { requirePartner } from '~/guards/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { isNameIn, namesOf } from '~/shared/chosen'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { type WrongName, wrongSystemName } from '~/shared/names/shown-name'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { apiDeeds, keyDays } from './api-deeds'
import { hashOf, newKey, writeKey } from './key-secret.server'
import { insertKey, readKeys, revokeKey } from './key-store.server'

const failure = 'Nyckeln är inte skapad'
const mostKeys = 10

const wrongNameWords = {
  'no name': 'Skriv namnet med bokstäver och siffror, och en bokstav först',
  'somebody else':
    'Skriv systemets eget namn. Den som larmade ser det, och ska inte tro att det är någon annan som kommer',
} as const satisfies Record<WrongName, string>

const keyForm = z.object({
  id: anId('Ladda om sidan och försök igen'),
  name: field.line('Skriv vad systemet heter', 40).superRefine((name, context) => {
    const wrong = wrongSystemName(name)
    if (wrong && name !== '') context.addIssue(wrongNameWords[wrong])
  }),
  days: z
    .string({ error: 'Välj hur länge' })
    .refine((days) => isNameIn(keyDays, days), 'Välj hur länge')
    .transform(Number),
})

/**
 * A partner creates an API key: its deeds, postcodes and validity. The answer contains the key, this once only; its
 * mark and a hash are stored. A key gives access without a login, so this needs a fresh login.
 */
export async function makeKey(asked: Asked): Promise<Outcome<{ secret: string }>> {
  const { house, signedIn, values } = asked
  const { db, clock } = house
  const company = await requirePartner(db, signedIn)
  const form = parseForm(keyForm, values, failure)
  if (!form.ok) return form
  const deeds = namesOf(apiDeeds).filter((deed) => values[`may-${deed}`] === 'on')
  const offered = await readPostcodesAround(db, company.id)
  const postcodes = offered.filter((code) => values[`in-${code}`] === 'on')
  if (deeds.length === 0) return refused(failure, { fields: { 'may-list': 'Välj minst en sak som den får göra' } })
  if (postcodes.length === 0) return refused(failure, { message: 'Välj minst ett postnummer.' })
  const stale = await refuseStaleLogin(asked, failure)
  if (stale) return stale
  const now = clock.now()
  const key = newKey()
  const { id, name, days } = form.value
  const expiresAt = new Date(now.getTime() + days * 86_400_000)
  const whose = { companyId: company.id, createdBy: signedIn.person.id }
  const kept = { ...whose, id, name, mark: key.mark, secretHash: hashOf(key.secret), deeds, postcodes, expiresAt }
  // Under the company's lock: two forms at the same moment would not count each other.
  return changeCompany<Outcome<{ secret: string }>>(db, company.id, failure, async (trx) => {
    const held = (await readKeys(trx, company.id)).filter(({ revokedAt }) => revokedAt === null)
    if (held.length >= mostKeys) {
      return refused(failure, { message: `Ni har redan ${mostKeys} nycklar. Ta tillbaka någon först.` })
    }
    if (!(await insertKey(trx, kept, now))) return alreadyMade
    const after = { mark: key.mark, name, deeds: deeds.join(', '), postcodes: postcodes.join(', '), days }
    await recordAudit(trx, { ...by(signedIn, company.id, now), deed: 'make api key', before: {}, after })
    return accepted({ secret: writeKey(key) })
  })
}

const alreadyMade = refused('Nyckeln är redan skapad', {
  message: 'Den visades när den skapades. Har ni den inte, ta tillbaka den och skapa en ny.',
})

/** Revokes a key; it stops working with the next request. */
export async function takeKeyBack(
  { db: root, clock }: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const company = await requirePartner(root, signedIn)
  const { id } = values
  if (!isId(id)) return notThere
  const now = clock.now()
  return root.transaction().execute(async (db) => {
    const mark = await revokeKey(db, company.id, id, now)
    if (mark === undefined) return notThere
    const deed = 'take back api key' as const
    await recordAudit(db, { ...by(signedIn, company.id, now), deed, before: { mark }, after: {} })
    return accepted(null)
  })
}

/** Keys are recorded in the audit log, where administrators look when something is wrong. */
const by = (actor: SignedIn, companyId: string, at: Date) => ({
  at,
  actor,
  subject: { kind: 'company' as const, id: companyId },
})
