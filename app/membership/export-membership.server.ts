import { readRecruited } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { dayOf } from '~/shared/time'
import { rewardStateLabels } from './ambassador/reward'
import { readEvents } from './course/course-store.server'
import { eventLabel } from './course/member-event'
import { readMembership, readRewardsOf } from './membership-store.server'

/** The membership's part of the export of a person's data (GDPR); null without a membership. */
export async function exportMembership(db: Database, profileId: string) {
  const membership = await readMembership(db, profileId)
  if (!membership) return null
  const rewards = await readRewardsOf(db, profileId)
  const companies = await readRecruited(
    db,
    rewards.map(({ companyId }) => companyId),
  )
  return {
    historik: (await readEvents(db, profileId, 1000)).map(({ at, why, coveredUntil }) => ({
      när: at,
      vad: eventLabel(why),
      medlemTill: coveredUntil,
    })),
    provperiodTill: dayOf(membership.trialEndsAt),
    frittTill: membership.freeUntil,
    tips: rewards.map((reward) => ({
      företag: companies.find(({ id }) => id === reward.companyId)?.shownName ?? null,
      status: rewardStateLabels[reward.state],
      månader: reward.months,
      från: reward.freeFrom,
      till: reward.freeUntil,
    })),
  }
}
