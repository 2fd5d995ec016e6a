import { lockMember, readContact, readMemberIdByProvenPhone } from '~/accounts/public.server'
import { readRecruited } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { startTrial } from '../begin.server'
import { REWARD_MONTHS } from '../free-period'
import { giveMonths, type Ports } from '../give-months.server'
import { holdNumber, insertReward, readWaitingRewards } from '../membership-store.server'
import { isOwnCompany } from './own-company'

/**
 * The ambassador's benefit, from both sides: a company that signs up and names a number, and a member who proves a
 * number that companies have named. Only a proven number counts: otherwise whoever enters a neighbour's number would
 * get the neighbour's months. Parts of the caller's transaction; they authorise nobody.
 */

type SignedUp = { phone: string; referredBy: string | null }

/**
 * Called when a company has just been created; at most one reward per company. The specification rewards companies on
 * the base package. Every company begins on it, whatever the form chose (docs/decisions/0175), so all tips count alike.
 */
export async function rewardTip(ports: Ports, companyId: string, { phone, referredBy }: SignedUp) {
  if (referredBy === null || referredBy === phone) return
  await holdNumber(ports.db, referredBy)
  const reward = await insertReward(ports.db, companyId, referredBy, REWARD_MONTHS)
  const memberId = reward && (await readMemberIdByProvenPhone(ports.db, referredBy))
  if (memberId) await give(ports, memberId, [reward])
}

/** Called for a new member, or for a person who has become one and may have proven a number before. */
export async function beginMembership(ports: Ports, profileId: string) {
  const phone = (await readContact(ports.db, profileId))?.verifiedPhone ?? null
  if (phone !== null) await holdNumber(ports.db, phone)
  await startTrial(ports.db, profileId, ports.clock.now())
  if (phone !== null) await claimTips(ports, profileId, phone)
}

/**
 * Stores a number as proven by calling `write`, which returns false if it is not the person's any more. Then gives
 * rewards that were waiting for the number.
 */
export async function proveNumber(
  ports: Ports,
  profileId: string,
  phone: string,
  write: (db: Database) => Promise<boolean>,
): Promise<boolean> {
  await holdNumber(ports.db, phone)
  const isTheirs = await write(ports.db)
  if (isTheirs) await claimTips(ports, profileId, phone)
  return isTheirs
}

async function claimTips(ports: Ports, profileId: string, phone: string) {
  const waiting = await readWaitingRewards(ports.db, phone)
  if (waiting.length > 0) await give(ports, profileId, waiting)
}

async function give(ports: Ports, memberId: string, rewards: { id: string; companyId: string; months: number }[]) {
  const member = await lockMember(ports.db, memberId)
  // Race: the person left or changed role while this waited for the lock on the row.
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
