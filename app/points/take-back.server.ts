import type { Database } from '~/platform/database/database.server'
import { settleMarks } from './pair-store.server'
import { pointsToTakeBack } from './points'
import { insertEntry, lockPointAccount, readEntryOwner } from './points-store.server'

/**
 * Runs in the caller's transaction, when an administrator takes a reward back: a counter entry takes what is left of
 * its points (docs/decisions/0055). Returns how many points were taken; null when the company gave none, or they are
 * already taken back.
 */
export async function takeBackForRecruitedCompany(
  db: Database,
  tip: { memberId: string; companyId: string; companyName: string; at: Date },
): Promise<number | null> {
  if ((await readEntryOwner(db, 'recruited', tip.companyId)) !== tip.memberId) return null
  const { balance } = await lockPointAccount(db, tip.memberId)
  const points = pointsToTakeBack(balance)
  const entry = { personId: tip.memberId, eventId: tip.companyId, about: tip.companyName, at: tip.at }
  const isNew = await insertEntry(db, { ...entry, kind: 'recruited taken back', points: 0 - points })
  await settleMarks(db, { personId: tip.memberId, companyId: tip.companyId, why: 'tips' }, tip.at)
  return isNew ? points : null
}
