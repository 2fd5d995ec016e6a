import { expect, test } from 'vitest'
import { readOwnCompany } from '~/companies/company-store.server'
import { notThere } from '~/shared/outcome'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { useHouse } from '../../test/support/house'
import { mailTo } from '../../test/support/letters'
import { found, refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember, PASSWORD, type Resident } from '../../test/support/people'
import { nameRow } from '../../test/support/sponsorship'
import { readCompanyForAdmin } from './read-company-for-admin.server'
import { approveCompany, hideCompany, restoreCompany } from './review-company.server'

const house = useHouse()
const sure = { reason: 'Numret finns inte\noch ingen svarar', sure: 'on' }

const companyOf = async ({ email }: Resident) =>
  house.db
    .selectFrom('companies')
    .select(['id', 'review_state', 'hidden_reason'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

const seen = async (id: string) => ({ seen: String((await nameRow(house.db, id)).name_version) })

const entries = (id: string) =>
  house.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).orderBy('id').execute()

async function meet() {
  const admin = await joinAsAdmin(house)
  const owner = await joinAsCompany(house)
  const { id } = await companyOf(owner)
  return { admin: admin.signedIn, owner, id }
}

test('approving, hiding and restoring a company each change its state and write an audit entry', async () => {
  const { admin, owner, id } = await meet()
  expect(await companyOf(owner)).toMatchObject({ review_state: 'waiting', hidden_reason: null })
  valueFrom(await approveCompany(house, admin, id, await seen(id)))
  valueFrom(await hideCompany(house, admin, id, sure))
  expect(await companyOf(owner)).toMatchObject({ review_state: 'hidden', hidden_reason: sure.reason })
  expect(await readOwnCompany(house.db, owner.signedIn.person.id)).toMatchObject({ hidden_reason: sure.reason })
  valueFrom(await restoreCompany(house, admin, id, await seen(id)))
  expect(await companyOf(owner)).toMatchObject({ review_state: 'approved', hidden_reason: null })
  expect(await entries(id)).toMatchObject([
    { deed: 'approve company', actor_id: admin.person.id, before: { state: 'waiting' }, after: { state: 'approved' } },
    {
      deed: 'hide company',
      reason: sure.reason,
      before: { state: 'approved' },
      after: { state: 'hidden', reason: sure.reason },
    },
    { deed: 'restore company', before: { state: 'hidden', reason: sure.reason }, after: { state: 'approved' } },
  ])
})

test('a company is mailed when it is hidden, with the reason, and when it is restored', async () => {
  const { admin, owner, id } = await meet()
  await house.deliver()
  house.woken.length = 0
  valueFrom(await hideCompany(house, admin, id, sure))
  expect(house.woken).toContain('mail')
  expect(mailTo(await house.deliver(), owner.email).text).toContain('Numret finns inte')
  valueFrom(await restoreCompany(house, admin, id, await seen(id)))
  expect(mailTo(await house.deliver(), owner.email).subject).toBe('Ert företag visas igen')
})

test('hiding is idempotent, also when five requests arrive at the same time', async () => {
  const { admin, owner, id } = await meet()
  await house.deliver()
  const answers = await Promise.all(Array.from({ length: 5 }, () => hideCompany(house, admin, id, sure)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await entries(id)).toHaveLength(1)
  mailTo(await house.deliver(), owner.email)
})

test('a review action that the state does not allow is refused', async () => {
  const { admin, id } = await meet()
  expect(refusalFrom(await restoreCompany(house, admin, id, await seen(id))).message).toContain('Ladda om')
  valueFrom(await hideCompany(house, admin, id, sure))
  refusalFrom(await hideCompany(house, admin, id, { ...sure, reason: 'Något annat' }))
  refusalFrom(await approveCompany(house, admin, id, await seen(id)))
})

test('a company closed by its owner cannot be hidden, and no action is offered', async () => {
  const { admin, owner, id } = await meet()
  valueFrom(await deleteAccount(house, owner.visitor, owner.signedIn, { password: PASSWORD, understood: 'on' }))
  refusalFrom(await hideCompany(house, admin, id, sure))
  const page = found(await readCompanyForAdmin(house, admin, id))
  expect(page).toMatchObject({
    isGone: true,
    may: { approve: false, hide: false, restore: false },
    record: { owner: null },
  })
})

test.each([
  ['no reason', { reason: ' \n ' }, 'reason'],
  ['a reason of 1,001 characters', { reason: 'x'.repeat(1001) }, 'reason'],
  ['no tick in the confirmation', { sure: '' }, 'sure'],
])('hiding with %s is refused at its field', async (_, wrong, field) => {
  const { admin, owner, id } = await meet()
  const refusal = refusalFrom(await hideCompany(house, admin, id, { ...sure, ...wrong }))
  expect(Object.keys(refusal.fields)).toEqual([field])
  expect(await companyOf(owner)).toMatchObject({ review_state: 'waiting' })
})

test('reviewing and reading are for administrators only, and an unknown company is not found', async () => {
  const { admin, owner, id } = await meet()
  const member = await joinAsMember(house)
  const deeds = [
    (person: Resident, company = id) => approveCompany(house, person.signedIn, company, { seen: '1' }),
    (person: Resident, company = id) => hideCompany(house, person.signedIn, company, sure),
    (person: Resident, company = id) => restoreCompany(house, person.signedIn, company, { seen: '1' }),
    (person: Resident, company = id) => readCompanyForAdmin(house, person.signedIn, company),
  ]
  for (const deed of deeds) {
    for (const person of [member, owner]) await expect(deed(person)).rejects.toThrow('not allowed')
    const nobody = '00000000-0000-7000-8000-000000000000'
    expect(await deed({ ...owner, signedIn: admin }, nobody)).toEqual(notThere)
  }
  expect(await entries(id)).toEqual([])
})
