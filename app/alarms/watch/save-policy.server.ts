import { z } from 'zod'
import { readAudit, recordAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { readPolicy, upsertPolicy } from './policy-store.server'

const failure = 'Larmplanen är inte sparad'
const seconds = (least: number, most: number) => field.whole(least, most, `Skriv sekunder, från ${least} till ${most}`)
const policyForm = z
  .object({
    callAgainS: seconds(15, 3_600),
    ringS: seconds(15, 3_600),
    ringTimes: field.whole(0, 20, 'Skriv hur många gånger, från 0 till 20'),
    widenS: seconds(15, 3_600),
    tellMemberS: seconds(15, 3_600),
    releaseS: seconds(60, 14_400),
    walkGraceS: seconds(60, 3_600),
    canaryDays: field.whole(1, 92, 'Skriv dagar, från 1 till 92'),
  })
  .refine(({ callAgainS, widenS }) => callAgainS <= widenS, {
    path: ['widenS'],
    message: 'Grannkvarteren larmas tidigast när partnerna larmas igen',
    ...field.whenRight('callAgainS', 'widenS'),
  })
  .refine(({ widenS, tellMemberS }) => widenS <= tellMemberS, {
    path: ['tellMemberS'],
    message: 'Beskedet kommer tidigast när grannkvarteren larmas',
    ...field.whenRight('widenS', 'tellMemberS'),
  })

/** Sets how fast alarms escalate in a postcode, from the next alarm on: one under way keeps its deadlines. */
export async function savePolicy(
  house: House,
  signedIn: SignedIn,
  postcode: string,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  if (!/^\d{5}$/.test(postcode)) return refused(failure, { message: 'Ett postnummer har fem siffror.' })
  const form = parseForm(policyForm, values, failure)
  if (!form.ok) return form
  const at = house.clock.now()
  await house.db.transaction().execute(async (db) => {
    const before = await readPolicy(db, postcode)
    await upsertPolicy(db, postcode, form.value, at)
    await recordAudit(db, {
      at,
      actor: signedIn,
      deed: 'change alarm policy',
      subject: { kind: 'postcode', id: postcode },
      before,
      after: form.value,
    })
  })
  return accepted(null)
}

/** The history of changes: who changed the policy, from what to what. */
export function readPolicyHistory({ db }: House, signedIn: SignedIn, postcode: string) {
  onlyAdmin(signedIn)
  return readAudit(db, { kind: 'postcode', id: postcode }, 20)
}
