import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { joinAsAdmin } from '../../test/support/people'
import { readAudit, recordAudit } from './audit-store.server'

const house = useHouse()
const subject = { kind: 'company' as const, id: 'c1' }

test('the audit log is read newest first and is append-only', async () => {
  const { signedIn } = await joinAsAdmin(house)
  for (const after of ['hidden', 'approved']) {
    await recordAudit(house.db, {
      at: house.clock.now(),
      actor: signedIn,
      deed: 'hide company' as const,
      subject,
      before: { state: null },
      after: { state: after },
    })
  }
  const kept = await readAudit(house.db, subject, 10)
  expect(kept).toMatchObject([{ after: { state: 'approved' } }, { after: { state: 'hidden' } }])

  const attempts = ['update audit_log set deed = $$x$$', 'delete from audit_log', 'truncate audit_log']
  const around = ['drop trigger audit_log_is_history on audit_log', 'alter table audit_log disable trigger all']
  for (const attempt of [...attempts, ...around, 'drop table audit_log']) {
    await expect(sql.raw(attempt).execute(house.db), attempt).rejects.toThrow(/permission denied|must be owner/)
  }
  // The table's owner is stopped by the trigger too, unless they disable it first.
  for (const attempt of attempts) {
    await expect(house.asOwner(attempt), attempt).rejects.toThrow('can only be added to')
  }
  await house.db.deleteFrom('profiles').where('id', '=', signedIn.person.id).execute()
  expect(await readAudit(house.db, subject, 10)).toEqual(kept)
})

test('a transaction that is rolled back leaves no entry', async () => {
  const { signedIn } = await joinAsAdmin(house)
  const entry = {
    at: house.clock.now(),
    actor: signedIn,
    deed: 'hide company' as const,
    subject: { kind: 'company' as const, id: 'c2' },
    before: {},
    after: {},
  }
  const failing = house.db.transaction().execute(async (db) => {
    await recordAudit(db, entry)
    throw new Error('for a test')
  })
  await expect(failing).rejects.toThrow('for a test')
  expect(await readAudit(house.db, entry.subject, 10)).toEqual([])
})
