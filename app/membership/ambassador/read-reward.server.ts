import { readNames } from '~/accounts/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPhone } from '~/shared/phone'
import { formatDate } from '~/shared/time'
import { readReward } from '../membership-store.server'

/** An admin reads the reward for a company's tip; null if there is none. */
export async function readRewardForAdmin({ db }: House, signedIn: SignedIn, companyId: string) {
  onlyAdmin(signedIn)
  const reward = await readReward(db, companyId)
  if (!reward) return null
  return {
    state: reward.state,
    months: reward.months,
    referrerPhone: reward.referrerPhone && formatPhone(reward.referrerPhone),
    memberName: reward.memberId && ((await readNames(db, [reward.memberId])).get(reward.memberId) ?? null),
    from: reward.freeFrom && formatDate(reward.freeFrom),
    until: reward.freeUntil && formatDate(reward.freeUntil),
    revokedReason: reward.revokedReason,
  }
}

export type RewardShown = NonNullable<Awaited<ReturnType<typeof readRewardForAdmin>>>
