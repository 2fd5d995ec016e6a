import { z } from 'zod'
import { lockMember } from '~/accounts/public.server'
import { recordAudit } from '~/audit/public.server'
import { readRecruited } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { takeBackForRecruitedCompany } from '~/points/public.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, notThere, type Outcome } from '~/shared/outcome'
import { layOutWhatIsLeft } from '../give-months.server'
import { holdNumber, readReward, updateToRevoked } from '../membership-store.server'
import { mailMonthsTaken } from './mails.server'

const revocation = z.object({
  reason: field.paragraph('Skriv varför månaderna tas tillbaka', 1000),
  sure: field.ticked('Bekräfta att månaderna ska tas tillbaka'),
})

/** An admin takes back the months and points that were given for a company. The member is told why. */
export async function revokeReward(
  house: House,
  signedIn: SignedIn,
  companyId: string,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  const form = parseForm(revocation, values, 'Månaderna är kvar')
  if (!form.ok) return form
  const { reason } = form.value
  const taken = await house.db
    .transaction()
    .execute((db) => takeRewardBack({ ...house, db }, signedIn, companyId, reason))
  if (!taken.ok) return taken
  house.wake('mail')
  return accepted(null)
}

/**
 * Like `revokeReward`, in the caller's transaction. Lock order: this locks the number and then the member's row, so the
 * caller must hold neither.
 */
export async function takeRewardBack(
  ports: House,
  signedIn: SignedIn,
  companyId: string,
  reason: string,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  const { db, clock } = ports
  const number = (await readReward(db, companyId))?.referrerPhone
  if (number) await holdNumber(db, number)
  const reward = await readReward(db, companyId)
  if (!reward) return notThere
  if (reward.state === 'revoked') return accepted(null)
  const member = reward.memberId === null ? undefined : await lockMember(db, reward.memberId)
  const [company] = await readRecruited(db, [companyId])
  const tip = member && company && { memberId: member.id, companyId, companyName: company.name, at: clock.now() }
  const points = (tip && (await takeBackForRecruitedCompany(db, tip))) ?? null
  await updateToRevoked(db, reward.id, reason, clock.now())
  await recordAudit(db, {
    at: clock.now(),
    actor: signedIn,
    deed: 'revoke ambassador reward',
    subject: { kind: 'company', id: companyId },
    reason,
    before: { state: reward.state, freeFrom: reward.freeFrom, freeUntil: reward.freeUntil },
    after: { state: 'revoked', points: points === null ? 0 : -points },
  })
  if (!member || reward.state === 'waiting') return accepted(null)
  const freeUntil = await layOutWhatIsLeft(ports, member)
  if (company) await mailMonthsTaken(ports, member, company, reason, freeUntil, points ?? 0)
  return accepted(null)
}
