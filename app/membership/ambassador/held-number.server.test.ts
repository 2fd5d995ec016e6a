import { expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { whileKept } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { joinAsAdmin, joinAsAmbassador, joinAsCompany } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { holdNumber, readReward } from '../membership-store.server'
import { takeRewardBack } from './revoke-reward.server'
import { beginMembership, proveNumber, rewardTip } from './reward-tips.server'

/* Race: without a lock on the number, a company that names it and a member who proves it could each look and not find
   the other. */

const house = useHouse()
const phone = '+46701740690'

test('rewarding, proving, joining and revoking wait for the lock on the phone number (race condition)', async () => {
  const [admin, member] = [await joinAsAdmin(house), await joinAsAmbassador(house, { phone })]
  const { id: tipped } = await companyOf(house, await joinAsCompany(house, { referredBy: phone }))
  const { id: other } = await companyOf(house, await joinAsCompany(house))
  const memberId = member.signedIn.person.id
  const written: string[] = []
  const write = async () => written.push(phone) > 0
  const deeds: ((db: Database) => Promise<unknown>)[] = [
    (db) => rewardTip({ ...house, db }, other, { phone: '+46701740691', referredBy: phone }),
    (db) => proveNumber({ ...house, db }, memberId, phone, write),
    (db) => beginMembership({ ...house, db }, memberId),
    (db) => takeRewardBack({ ...house, db }, admin.signedIn, tipped, 'Bolaget finns inte'),
  ]
  for (const deed of deeds) {
    const waiting = whileKept(house.db, (keeper) => holdNumber(keeper, phone), deed)
    await expect(waiting, String(deed)).rejects.toThrow('lock timeout')
  }
  expect(written).toEqual([])
  expect(await readReward(house.db, tipped)).toMatchObject({ state: 'granted' })
  expect(await readReward(house.db, other)).toBeUndefined()
})
