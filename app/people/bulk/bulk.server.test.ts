import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readPerson } from '~/accounts/public.server'
import { readAudit } from '~/audit/public.server'
import { readBulkJob, readBulkProgress, runBulk, stopBulk } from '~/bulk/public.server'
import type { Asked } from '~/door/deed.server'
import { holdWakes, useHouse } from '../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember, proven, type Resident } from '../../../test/support/people'
import { beginPeopleBulk } from './begin-people-bulk.server'
import { peopleBulk, peopleBulkWords } from './bulk-people.server'
import { readBulkStart } from './read-bulk.server'

const house = useHouse()
holdWakes(house)

const asked = ({ visitor, signedIn }: Resident, values: Record<string, string> = {}): Asked => ({
  house,
  visitor,
  signedIn,
  values,
})
const form = (given: Record<string, string> = {}) => ({
  key: randomUUID(),
  search: 'postnummer=11122',
  deed: 'give months',
  months: '1',
  reason: 'Strömavbrottet',
  sure: 'on',
  ...given,
})
const runOut = async () => {
  while ((await runBulk(house, [peopleBulk])) > 0);
}
const statusOf = async ({ signedIn }: Resident) => (await readPerson(house.db, signedIn.person.id))?.status

test('a bulk job reaches everyone in the search once, however many workers run, and nobody who joins later', async () => {
  const admin = await joinAsAdmin(house)
  const there = []
  for (let count = 0; count < 4; count++) there.push(await joinAsMember(house, { postcode: '11122' }))
  const firm = await joinAsCompany(house, { postcode: '11122' })
  const elsewhere = await joinAsMember(house, { postcode: '12540' })
  const sent = form()
  const job = valueFrom(await beginPeopleBulk(asked(admin, sent)))
  expect(valueFrom(await beginPeopleBulk(asked(admin, sent)))).toEqual(job)
  const begun = await readAudit(house.db, { kind: 'bulk job', id: job.id }, 5)
  expect(begun).toMatchObject([{ deed: 'begin bulk job', reason: 'Strömavbrottet', actorId: admin.signedIn.person.id }])
  const late = await joinAsMember(house, { postcode: '11122' })

  await Promise.all([runOut(), runOut(), runOut()])
  expect(await readBulkJob(house.db, job.id)).toMatchObject({ state: 'done', changed: 4, skipped: 1 })
  for (const neighbour of there) {
    expect(await statusOf(neighbour)).toBe('free')
    const history = await readAudit(house.db, { kind: 'person', id: neighbour.signedIn.person.id }, 10)
    expect(history).toMatchObject([
      { deed: 'give free months', actorId: admin.signedIn.person.id, reason: 'Strömavbrottet' },
    ])
  }
  expect(await Promise.all([elsewhere, late].map(statusOf))).toEqual(['trial', 'trial'])
  expect(await statusOf(firm)).toBeNull()
  const mails = (await house.deliver()).filter(({ subject }) => subject === 'Du har fått en fri månad')
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(there.map(({ email }) => email).sort())
})

test('sends the verification mail again to those with an unverified address, and logs it', async () => {
  const admin = await joinAsAdmin(house)
  const [siv, bo] = [await joinAsMember(house, { postcode: '11166' }), await joinAsMember(house, { postcode: '11166' })]
  await proven(house, bo)
  await house.db.deleteFrom('account_mail_requests').execute()
  const values = form({ search: 'postnummer=11166', deed: 'send verification' })
  const { id } = valueFrom(await beginPeopleBulk(asked(admin, values)))
  await runOut()
  expect(await readBulkJob(house.db, id)).toMatchObject({ state: 'done', changed: 1, skipped: 1 })
  const mails = await house.db.selectFrom('account_mail_requests').select(['kind', 'email']).execute()
  expect(mails).toEqual([{ kind: 'verification', email: siv.email }])
  const [ofSiv, ofBo] = await Promise.all(
    [siv, bo].map(({ signedIn }) => readAudit(house.db, { kind: 'person', id: signedIn.person.id }, 5)),
  )
  expect(ofSiv).toMatchObject([
    { deed: 'send verification mail', actorId: admin.signedIn.person.id, reason: 'Strömavbrottet', after: { job: id } },
  ])
  expect(ofSiv?.[0]?.after).toEqual({ job: id })
  expect(ofBo).toEqual([])
})

test('logs everyone out everywhere except the administrator who asked, and sends nothing', async () => {
  const admin = await joinAsAdmin(house)
  const siv = await joinAsMember(house, { postcode: '11188' })
  const id = admin.signedIn.person.id
  await house.db.updateTable('profiles').set({ postcode: '11188' }).where('id', '=', id).execute()
  await house.deliver()
  const values = form({ search: 'postnummer=11188', deed: 'sign out' })
  const job = valueFrom(await beginPeopleBulk(asked(admin, values)))
  await runOut()
  expect(await readBulkJob(house.db, job.id)).toMatchObject({ state: 'done', changed: 1, skipped: 1 })
  const left = await Promise.all([siv, admin].map(({ cookies }) => house.visitor({ cookies })))
  expect(left.map(({ signedIn }) => signedIn?.person.id ?? null)).toEqual([null, id])
  expect([await statusOf(siv), await house.deliver()]).toEqual(['trial', []])
  const [line] = await readAudit(house.db, { kind: 'person', id: siv.signedIn.person.id }, 5)
  expect(line).toMatchObject({ deed: 'sign out person', after: { job: job.id } })
})

test('giving months logs nobody out', async () => {
  const [admin, siv] = [await joinAsAdmin(house), await joinAsMember(house, { postcode: '11199' })]
  valueFrom(await beginPeopleBulk(asked(admin, form({ search: 'postnummer=11199', months: '24' }))))
  await runOut()
  expect((await house.visitor({ cookies: siv.cookies })).signedIn?.person.id).toBe(siv.signedIn.person.id)
  const [line] = await readAudit(house.db, { kind: 'person', id: siv.signedIn.person.id }, 5)
  expect(line?.after).toMatchObject({ months: 24 })
})

test('the page before the job names the first five people, and says whether there are more', async () => {
  const admin = await joinAsAdmin(house)
  for (let count = 0; count < 5; count++) await joinAsMember(house, { postcode: '11177', name: `Siv ${count}` })
  const start = () => readBulkStart(house, admin.signedIn, new URLSearchParams('postnummer=11177'))
  expect(await start()).toMatchObject({
    names: ['Siv 4', 'Siv 3', 'Siv 2', 'Siv 1', 'Siv 0'],
    isMore: false,
    query: 'postnummer=11177',
    isFresh: true,
  })
  const sixth = await joinAsMember(house, { postcode: '11177', name: 'Siv 5' })
  expect(await start()).toMatchObject({ names: expect.arrayContaining(['Siv 5', 'Siv 1']), isMore: true })
  expect((await start()).names).toHaveLength(5)
  await expect(readBulkStart(house, sixth.signedIn, new URLSearchParams())).rejects.toThrow('not allowed')
})

test('a stopped job changes nobody further', async () => {
  const admin = await joinAsAdmin(house)
  const siv = await joinAsMember(house, { postcode: '11133' })
  const { id } = valueFrom(await beginPeopleBulk(asked(admin, form({ search: 'postnummer=11133' }))))
  valueFrom(await stopBulk(asked(admin), id))
  const history = await readAudit(house.db, { kind: 'bulk job', id }, 5)
  expect(history.map(({ deed }) => deed)).toEqual(['stop bulk job', 'begin bulk job'])
  await runOut()
  expect(await readBulkJob(house.db, id)).toMatchObject({ state: 'stopped', changed: 0 })
  expect(await statusOf(siv)).toBe('trial')
})

test('requires an action, a reason and a confirmation, within limits', async () => {
  const admin = await joinAsAdmin(house)
  const refusal = refusalFrom(await beginPeopleBulk(asked(admin, { key: randomUUID(), months: '1' })))
  expect(Object.keys(refusal.fields).sort()).toEqual(['deed', 'reason', 'sure'])
  for (const [field, wrong] of [
    ['months', '0'],
    ['months', '25'],
    ['reason', 'x'.repeat(1001)],
    ['search', `q=${'x'.repeat(499)}`],
  ] as const) {
    const { fields } = refusalFrom(await beginPeopleBulk(asked(admin, form({ [field]: wrong }))))
    expect(Object.keys(fields)).toEqual([field])
  }
})

test('refuses everybody but administrators', async () => {
  const siv = await joinAsMember(house)
  for (const values of [form(), {}]) await expect(beginPeopleBulk(asked(siv, values))).rejects.toThrow('not allowed')
  await expect(stopBulk(asked(siv), randomUUID())).rejects.toThrow('not allowed')
})

test('a failure for one person is set aside and reported, and the others and the next job succeed', async () => {
  const admin = await joinAsAdmin(house)
  const there = []
  for (let count = 0; count < 3; count++) there.push(await joinAsMember(house, { postcode: '11144' }))
  const [, unlucky] = there
  const neighbour = await joinAsMember(house, { postcode: '11155' })
  const first = valueFrom(await beginPeopleBulk(asked(admin, form({ search: 'postnummer=11144' }))))
  const second = valueFrom(await beginPeopleBulk(asked(admin, form({ search: 'postnummer=11155' }))))
  await house.deliver()
  const id = unlucky?.signedIn.person.id ?? ''
  await house.asOwner(
    `create function no_luck() returns trigger language plpgsql as $$ begin
       if new.subject_id = '${id}' then raise 'no luck'; end if; return new; end $$;
     create trigger no_luck before insert on audit_log for each row execute function no_luck()`,
  )
  await runOut()
  await house.asOwner('drop trigger no_luck on audit_log; drop function no_luck')
  expect(await readBulkJob(house.db, first.id)).toMatchObject({ state: 'done', changed: 2, setAside: [id] })
  expect(await readBulkJob(house.db, second.id)).toMatchObject({ state: 'done', changed: 1, setAside: [] })
  expect(await Promise.all(there.map(statusOf))).toEqual(['free', 'trial', 'free'])
  expect(await statusOf(neighbour)).toBe('free')
  const told = (await house.deliver()).filter(({ recipient }) => recipient === admin.email)
  expect(told.map(({ subject }) => subject)).toEqual(['En åtgärd för flera gick inte att göra för alla'])
  const shown = found(await readBulkProgress(house, admin.signedIn, first.id, peopleBulkWords))
  expect(shown.setAside).toEqual([{ id, name: unlucky?.signedIn.person.name }])
})
