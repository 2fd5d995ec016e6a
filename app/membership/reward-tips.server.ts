import { lockMember, readMemberIdByPhone } from '~/accounts/public.server'
import { readRecruited } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { startTrial } from './begin.server'
import { REWARD_MONTHS } from './free-period'
import { giveMonths, type Ports } from './give-months.server'
import { holdNumber, insertReward, readWaitingRewards } from './membership-store.server'
import { isOwnCompany } from './own-company'

/**
 * The ambassador's benefit, from both ends: a company that signs up and names a number, and a member who
 * gets a number that companies have named. Both are parts of the sign-up's own transaction, not doors.
 */

type SignedUp = { plan: string; phone: string; referredBy: string | null }

/** A company has just been written. Once per company, and only on the base package. */
export async function rewardTip(ports: Ports, companyId: string, { plan, phone, referredBy }: SignedUp) {
  if (plan !== 'base' || referredBy === null || referredBy === phone) return
  await holdNumber(ports.db, referredBy)
  const reward = await insertReward(ports.db, companyId, referredBy, REWARD_MONTHS)
  const memberId = reward && (await readMemberIdByPhone(ports.db, referredBy))
  if (memberId) await give(ports, memberId, [reward])
}

/** A new member has just been written, with a number or without. */
export async function beginMembership(ports: Ports, profileId: string, phone: string | null) {
  await startTrial(ports.db, profileId, ports.clock.now())
  if (phone === null) return
  await holdNumber(ports.db, phone)
  await claimTips(ports, profileId, phone)
}

/** A member's own details are written by `write`; a number that is new to us may have tips waiting. */
export async function changeNumber(
  ports: Ports,
  profileId: string,
  phone: string | null,
  write: (db: Database) => Promise<void>,
) {
  if (phone !== null) await holdNumber(ports.db, phone)
  await write(ports.db)
  if (phone !== null) await claimTips(ports, profileId, phone)
}

async function claimTips(ports: Ports, profileId: string, phone: string) {
  const waiting = await readWaitingRewards(ports.db, phone)
  if (waiting.length > 0) await give(ports, profileId, waiting)
}

async function give(ports: Ports, memberId: string, rewards: { id: string; companyId: string; months: number }[]) {
  const member = await lockMember(ports.db, memberId)
  // Left, or became something else, while we waited for the row.
  if (!member) return
  const companies = await readRecruited(
    ports.db,
    rewards.map(({ companyId }) => companyId),
  )
  for (const reward of rewards) {
    const company = companies.find(({ id }) => id === reward.companyId)
    if (!company || company.isGone || isOwnCompany(company, member)) continue
    await giveMonths(ports, member, reward, company)
  }
}
