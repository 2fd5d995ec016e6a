import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { listCompany } from '../../test/support/listings'
import { givePermit } from '../../test/support/sponsorship'
import { dispatchable } from './dispatchable.server'
import { isDispatchable } from './permit'

const house = useHouse()
const now = new Date('2027-03-10T12:00:00Z')

const partner = [true, false]
const status = [null, 'pending', 'active']
const review = ['waiting', 'approved', 'hidden']
const permits = [null, '2027-03-09', '2027-03-10', '2027-03-11']
const gone = [null, now]

// The status is written without the trigger that judges it by today's permit: what is asked is the day in the question.
test('a query and the rule agree on every company there can be', async () => {
  await house.db.transaction().execute(async (db) => {
    await sql`set local role none`.execute(db)
    await sql`alter table companies disable trigger companies_hold_security_status`.execute(db)
    const expected = new Map<string, boolean>()
    for (const is_security_partner of partner) {
      for (const security_status of status) {
        for (const review_state of review) {
          for (const permit of permits) {
            for (const deleted_at of gone) {
              const hidden_reason = review_state === 'hidden' ? 'Utreds' : null
              const given = { is_security_partner, security_status, review_state, hidden_reason, deleted_at }
              const id = await listCompany(db, { name: 'Vakt AB', ...given })
              if (permit) await givePermit({ ...house, db }, id, permit)
              const company = {
                isSecurityPartner: is_security_partner,
                securityStatus: security_status,
                reviewState: review_state,
                isGone: deleted_at !== null,
              }
              expected.set(id, isDispatchable(company, permit ? { validUntil: permit } : null, '2027-03-10'))
            }
          }
        }
      }
    }
    const found = await db.selectFrom('companies').select('id').where(dispatchable(now)).execute()
    const called = found.map(({ id }) => id).filter((id) => expected.has(id))
    expect(called.sort()).toEqual(
      [...expected]
        .filter(([, is]) => is)
        .map(([id]) => id)
        .sort(),
    )
    expect(called.length).toBe(4)
  })
})
