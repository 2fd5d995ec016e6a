import { z } from 'zod'
import { refuseStaleLogin } from '~/accounts/public.server'
import type { AuditDeed } from '~/audit/public'
import { recordAudit } from '~/audit/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import { readCoverageOf } from '~/guards/public.server'
import { tellOfOpening } from '~/people/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Postcode } from '~/postcodes/public'
import {
  deleteNeighbours,
  insertPostcode,
  lockPostcode,
  readPostcode,
  saveNeighbours,
  updatePostcode,
} from '~/postcodes/public.server'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { newPostcodeForm, postcodeForm, stateForm } from './postcode-form'

type Facts = Record<string, string | number | null>
type Change = { deed: AuditDeed; reason?: string; before: Facts; after: Facts } | null

/** Changes one postcode in a transaction: locks it, applies the change and writes the audit entry. */
async function change(
  { house, signedIn }: Asked,
  code: string,
  make: (db: Database, postcode: Postcode) => Promise<Outcome<Change>>,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  return house.db.transaction().execute(async (db): Promise<Outcome<null> | NotThere> => {
    const postcode = await lockPostcode(db, code)
    if (!postcode) return notThere
    const changed = await make(db, postcode)
    if (!changed.ok) return changed
    if (changed.value) {
      const subject = { kind: 'postcode' as const, id: code }
      await recordAudit(db, { at: house.clock.now(), actor: signedIn, subject, ...changed.value })
    }
    return accepted(null)
  })
}

/** An administrator adds an area, in state planned. */
export async function addPostcode({ house, signedIn, values }: Asked): Promise<Outcome<{ code: string }>> {
  onlyAdmin(signedIn)
  const failure = 'Postnumret är inte tillagt'
  const form = parseForm(newPostcodeForm, values, failure)
  if (!form.ok) return form
  const { code } = form.value
  return house.db.transaction().execute(async (db): Promise<Outcome<{ code: string }>> => {
    if (!(await insertPostcode(db, form.value))) return refused(failure, { fields: { code: 'Det finns redan' } })
    const subject = { kind: 'postcode' as const, id: code }
    const after = { name: form.value.name, state: 'planned' }
    await recordAudit(db, { at: house.clock.now(), actor: signedIn, deed: 'add postcode', subject, before: {}, after })
    return accepted({ code })
  })
}

export async function describePostcode(asked: Asked, code: string): Promise<Outcome<null> | NotThere> {
  onlyAdmin(asked.signedIn)
  const form = parseForm(postcodeForm, asked.values, 'Uppgifterna är inte sparade')
  if (!form.ok) return form
  const after = form.value
  return change(asked, code, async (db, { name, latitude, longitude }) => {
    const before = { name, latitude, longitude }
    if (JSON.stringify(before) === JSON.stringify(after)) return accepted(null)
    await updatePostcode(db, code, after)
    return accepted({ deed: 'describe postcode', before, after })
  })
}

/**
 * Opening notifies the members who have waited there, and starts their payments (0153), so it needs a callable partner.
 * Closing ends no membership; that needs to be discussed with the members first.
 */
export async function setPostcodeState(asked: Asked, code: string): Promise<Outcome<null> | NotThere> {
  onlyAdmin(asked.signedIn)
  const failure = 'Läget är inte ändrat'
  const form = parseForm(stateForm, asked.values, failure)
  if (!form.ok) return form
  const stale = await refuseStaleLogin(asked, failure)
  if (stale) return stale
  const { state, reason } = form.value
  const outcome = await change(asked, code, async (db, postcode) => {
    if (postcode.state === state) return accepted(null)
    if (state === 'open' && (await readCoverageOf(db, code, asked.house.clock.now())).level === 'no partner') {
      return refused(failure, { fields: { state: nobodyIsCalled } })
    }
    await updatePostcode(db, code, { state })
    if (state === 'open') await tellOfOpening(db, asked, code, reason)
    return accepted({ deed: 'set postcode state', reason, before: { state: postcode.state }, after: { state } })
  })
  asked.house.wake('bulk work')
  return outcome
}

const nobodyIsCalled =
  'Ingen trygghetspartner får larm härifrån än. Kontrollera en partners tillstånd för området först, sedan kan det öppnas'

const neighbourForm = z.object({
  neighbour: z
    .string({ error: 'Skriv ett postnummer' })
    .transform((typed) => typed.replace(/\s/g, ''))
    .refine((digits) => /^\d{5}$/.test(digits), 'Ett postnummer har fem siffror, till exempel 125 40'),
})

/** An alarm that nobody takes widens to the neighbours, so both must be in our table. */
export async function addNeighbour(asked: Asked, code: string): Promise<Outcome<null> | NotThere> {
  onlyAdmin(asked.signedIn)
  const failure = 'Grannen är inte tillagd'
  const form = parseForm(neighbourForm, asked.values, failure)
  if (!form.ok) return form
  const { neighbour } = form.value
  if (neighbour === code) return refused(failure, { fields: { neighbour: 'Ett område är inte granne med sig självt' } })
  return change(asked, code, async (db) => {
    if (!(await readPostcode(db, neighbour))) {
      return refused(failure, { fields: { neighbour: 'Lägg till det postnumret först' } })
    }
    await saveNeighbours(db, code, neighbour)
    return accepted({ deed: 'add neighbour', before: {}, after: { neighbour } })
  })
}

export async function removeNeighbour(asked: Asked, code: string): Promise<Outcome<null> | NotThere> {
  onlyAdmin(asked.signedIn)
  const form = parseForm(neighbourForm, asked.values, 'Grannen är kvar')
  if (!form.ok) return form
  const { neighbour } = form.value
  return change(asked, code, async (db) => {
    await deleteNeighbours(db, code, neighbour)
    return accepted({ deed: 'remove neighbour', before: { neighbour }, after: {} })
  })
}
