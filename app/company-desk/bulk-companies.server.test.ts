import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { readBulkProgress, runBulk, stopBulk } from '~/bulk/public.server'
import type { Asked } from '~/door/deed.server'
import { peopleBulk } from '~/people/public.server'
import { useHouse } from '../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../../test/support/people'
import { companyOf } from '../../test/support/sponsorship'
import { beginCompanyBulk, companyBulk, companyBulkWords, readCompanyBulk } from './bulk-companies.server'
import { readAdminSearch } from './company-search'
import { exportCompanyList } from './export-companies-list.server'

const house = useHouse()

const asked = ({ visitor, signedIn }: Resident, values: Record<string, string> = {}): Asked => ({
  house,
  visitor,
  signedIn,
  values,
})
const form = (ids: readonly string[], given: Record<string, string> = {}) => ({
  key: randomUUID(),
  chosen: ids.join(','),
  // Version 1: no company has changed its name.
  seen: JSON.stringify(Object.fromEntries(ids.map((id) => [id, 1]))),
  deed: 'approve company',
  reason: 'Alla är kontrollerade',
  sure: 'on',
  ...given,
})
const runOut = async () => {
  while ((await runBulk(house, [peopleBulk, companyBulk])) > 0);
}
const join = async (count: number) => {
  const joined = []
  for (let made = 0; made < count; made++) joined.push(await companyOf(house, await joinAsCompany(house)))
  await house.deliver()
  return joined
}
const statesOf = async (ids: readonly string[]) => {
  const rows = await house.db.selectFrom('companies').select(['id', 'review_state as state']).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.state)
}

test('a bulk approval changes only the chosen companies, once, even when sent twice and run three times at once', async () => {
  const admin = await joinAsAdmin(house)
  const [one, two, three, other] = (await join(4)).map(({ id }) => id) as [string, string, string, string]
  await house.db
    .updateTable('companies')
    .set({ review_state: 'hidden', hidden_reason: 'x' })
    .where('id', '=', two)
    .execute()
  const sent = form([one, two, three])
  const job = valueFrom(await beginCompanyBulk(asked(admin, sent)))
  expect(valueFrom(await beginCompanyBulk(asked(admin, sent)))).toEqual(job)
  await Promise.all([runOut(), runOut(), runOut()])

  expect(await statesOf([one, two, three, other])).toEqual(['approved', 'hidden', 'approved', 'waiting'])
  const shown = found(await readBulkProgress(house, admin.signedIn, job.id, companyBulkWords))
  expect(shown).toMatchObject({ deed: 'Godkänn', whom: '3 valda företag', state: 'done', changed: 2, skipped: 1 })
  expect(await readAudit(house.db, { kind: 'company', id: one }, 5)).toMatchObject([
    {
      deed: 'approve company',
      actorId: admin.signedIn.person.id,
      reason: 'Alla är kontrollerade',
      after: { job: job.id },
    },
  ])
})

test('a bulk hiding mails each company the reason, and a bulk restoring shows them again', async () => {
  const admin = await joinAsAdmin(house)
  const firms = await join(2)
  const ids = firms.map(({ id }) => id)
  valueFrom(await beginCompanyBulk(asked(admin, form(ids, { deed: 'hide company', reason: 'Saknar F-skatt' }))))
  await runOut()
  expect(await statesOf(ids)).toEqual(['hidden', 'hidden'])
  const mails = await house.deliver()
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(firms.map(({ email }) => email).sort())
  expect(mails.every(({ text }) => text.includes('Saknar F-skatt'))).toBe(true)
  valueFrom(await beginCompanyBulk(asked(admin, form(ids, { deed: 'restore company' }))))
  await runOut()
  expect(await statesOf(ids)).toEqual(['approved', 'approved'])
  expect(await house.deliver()).toHaveLength(2)
})

test('a stopped bulk job changes nothing more', async () => {
  const admin = await joinAsAdmin(house)
  const ids = (await join(1)).map(({ id }) => id)
  const { id } = valueFrom(await beginCompanyBulk(asked(admin, form(ids))))
  valueFrom(await stopBulk(asked(admin), id))
  await runOut()
  expect(await statesOf(ids)).toEqual(['waiting'])
})

test('a bulk job needs companies, an action, a reason, confirmation, and the password when the login is old', async () => {
  const admin = await joinAsAdmin(house)
  const ids = (await join(1)).map(({ id }) => id)
  const empty = refusalFrom(await beginCompanyBulk(asked(admin, { key: randomUUID() })))
  expect(Object.keys(empty.fields).sort()).toEqual(['deed', 'reason', 'sure'])
  expect(refusalFrom(await beginCompanyBulk(asked(admin, form(['nonsense'])))).message).toContain('minst ett')
  house.clock.forward({ minutes: 20 })
  expect(refusalFrom(await beginCompanyBulk(asked(admin, form(ids)))).fields).toHaveProperty('password')
})

test('exporting chosen companies gives only those and writes an audit entry', async () => {
  const admin = await joinAsAdmin(house)
  const [one, two] = (await join(3)).map(({ id }) => id)
  const search = readAdminSearch(new URLSearchParams())
  const lines: string[] = []
  for await (const line of await exportCompanyList(house, admin.signedIn, search, [one ?? '', two ?? ''])) {
    lines.push(line)
  }
  expect(lines).toHaveLength(3)
  expect(await readAudit(house.db, { kind: 'list', id: '2 valda' }, 1)).toMatchObject([{ deed: 'export companies' }])
})

test('only administrators can see or begin a bulk job', async () => {
  const siv = await joinAsMember(house)
  await expect(beginCompanyBulk(asked(siv, form([randomUUID()])))).rejects.toThrow('not allowed')
  await expect(readCompanyBulk(house, siv.signedIn, new URLSearchParams())).rejects.toThrow('not allowed')
})
