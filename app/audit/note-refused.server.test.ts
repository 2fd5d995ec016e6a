import { expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { joinAsAdmin, joinAsMember } from '../../test/support/people'
import { noteRefusedAdmin } from './note-refused.server'

const house = useHouse()

const page = '/dashboard/admin/people'
const knock = (address: string, given: Partial<Parameters<typeof noteRefusedAdmin>[1]> = {}) =>
  noteRefusedAdmin(house, { method: 'GET', page, logged: page, address, signedIn: null, ...given })
const notedFrom = (address: string) =>
  house.db.selectFrom('audit_log').select(['subject_id', 'actor_id', 'after']).where('address', '=', address).execute()

test('records each person who is refused an admin page, and no administrator', async () => {
  const [admin, member] = [await joinAsAdmin(house), await joinAsMember(house)]
  const half = { ...admin.signedIn, person: { ...admin.signedIn.person, twoFactorEnabled: false } }
  for (const signedIn of [null, member.signedIn, half, admin.signedIn]) await knock('198.51.100.1', { signedIn })
  await knock('198.51.100.1', { page: '/dashboard/administrera' })
  expect(await notedFrom('198.51.100.1')).toEqual([
    { subject_id: `GET ${page}`, actor_id: null, after: { as: 'signed out' } },
    { subject_id: `GET ${page}`, actor_id: member.signedIn.person.id, after: { as: 'member' } },
    { subject_id: `GET ${page}`, actor_id: admin.signedIn.person.id, after: { as: 'admin' } },
  ])
})

test('records twenty refusals per IP address at most, and cuts a long path', async () => {
  for (let tries = 0; tries < 25; tries++) await knock('198.51.100.2', { logged: page + '/x'.repeat(100) })
  const noted = await notedFrom('198.51.100.2')
  expect(noted).toHaveLength(20)
  expect(noted[0]?.subject_id).toHaveLength(100)
})
