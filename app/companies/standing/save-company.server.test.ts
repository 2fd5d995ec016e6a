import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { companyProfile } from '../../../test/support/listings'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, type Resident } from '../../../test/support/people'
import { companyOf, givePermit, joinAlone, monthsFrom, nameRow, sponsorForm } from '../../../test/support/sponsorship'
import { saveBusyCalendar } from '../calendar/busy-calendar.server'
import { addClosedDays, closeHolidays } from '../hours/plan-closed-days.server'
import { saveCapacity, saveHours } from '../hours/save-hours.server'
import { insertOffer } from '../offer-store.server'
import { lockCompany } from '../own-company-store.server'
import { savePayWays } from '../paying/save-pay-ways.server'
import { saveCompany } from '../save-company.server'
import { pauseService } from '../services/arrange-services.server'
import { changeService, createService } from '../services/save-service.server'
import { updateReview } from './admin-store.server'

const house = useHouse()

const save = (owner: Resident, given: Record<string, string> = {}) =>
  saveCompany(house, owner.signedIn, { ...companyProfile, email: owner.email, ...given })
const asks = 'Vi tittar på ert nya namn'

/** An approved company, with its earlier mails delivered. */
async function approved(given: { isPartner?: boolean; hasPermit?: boolean } = {}) {
  const owner = await joinAsCompany(house)
  const { id } = await companyOf(house, owner)
  if (given.hasPermit) await givePermit(house, id, '2199-12-31')
  await house.db
    .updateTable('companies')
    .set({ is_security_partner: given.isPartner ?? false, review_state: 'approved' })
    .where('id', '=', id)
    .execute()
  await house.deliver()
  house.woken.length = 0
  return { owner, id }
}

describe('an approved company that proposes another name', () => {
  test('gets one mail that its old name stands until review, and none about other changes of its profile', async () => {
    const { owner, id } = await approved()
    valueFrom(await save(owner, { name: 'Lind Städ AB', bio: 'Ny text' }))
    expect([house.woken, await house.deliver()]).toEqual([['messages'], []])
    valueFrom(await save(owner))
    const mail = mailTo(await house.deliver(), owner.email)
    expect(mail.subject).toBe(asks)
    expect(mail.text).toContain('Till dess att vi har tittat på det står ni kvar som Lind Städ AB, 556016-0680.')
    expect(mail.text).not.toContain('inga larm')
    expect(await nameRow(house.db, id)).toMatchObject({ name: 'Lind Städ AB', proposed_name: 'Lind & Co' })
    // It waits for review already, so a second proposal sends no second mail.
    valueFrom(await save(owner, { name: 'Lind & Sten' }))
    expect(await house.deliver()).toEqual([])
  })

  test('also gets the mail if it was approved while it saved (race condition)', async () => {
    const owner = await joinAsCompany(house)
    const { id } = await companyOf(house, owner)
    await house.deliver()
    const approves = async (db: typeof house.db) => {
      await lockCompany(db, id)
      await updateReview(db, id, 'approved', null)
    }
    valueFrom(await behind(house.db, approves, () => save(owner)))
    expect(mailTo(await house.deliver(), owner.email).subject).toBe(asks)
  })

  test.each([
    ['is a security partner with a permit', true, true, true],
    ['has a permit and is not a partner', false, true, false],
    ['is a partner without a permit', true, false, false],
  ])(
    'is told that alarms stop meanwhile only as an active guard company: it %s',
    async (_, isPartner, hasPermit, isGuarding) => {
      const admin = await joinAsAdmin(house)
      const { owner } = await approved({ isPartner, hasPermit })
      valueFrom(await save(owner))
      const mails = await house.deliver()
      expect(mailTo(mails, owner.email).text.includes('Under tiden får ni inga larm.')).toBe(isGuarding)
      const toAdmin = mails.filter(({ recipient }) => recipient === admin.email).map(({ subject }) => subject)
      expect(toAdmin).toEqual(isGuarding ? ['Lind Städ AB får inga larm: byter namn eller nummer'] : [])
    },
  )
})

test('an address change is refused while a month is booked in the postcode; then running offers move along', async () => {
  const owner = await joinAlone(house)
  const { id, postcode } = await companyOf(house, owner)
  const offer = { title: 'Rabatt', description: '', from: '2027-01-01', to: '2199-12-31' }
  await insertOffer(house.db, { id, postcode }, randomUUID(), offer)
  const places = async () =>
    (await house.db.selectFrom('offers').select('postcode').where('company_id', '=', id).execute()).map(
      (one) => one.postcode,
    )
  valueFrom(await applyAsSponsor(house, owner.signedIn, sponsorForm(monthsFrom(house)[1] ?? '')))
  valueFrom(await save(owner, { postcode }))
  expect(Object.keys(refusalFrom(await save(owner)).fields)).toEqual(['postcode'])
  expect(await places()).toEqual([postcode])
  await house.db.updateTable('sponsor_slots').set({ status: 'ended' }).where('company_id', '=', id).execute()
  valueFrom(await save(owner))
  expect(await places()).toEqual(['12541'])
})

const day = Temporal.Now.plainDateISO('Europe/Stockholm').add({ days: 30 }).toString()
test.each([
  ['its profile', saveCompany, companyProfile],
  ['its services', createService, { id: randomUUID(), title: 'Städ', category: 'cleaning', price: '349', hours: '1' }],
  ['a service', changeService, { id: randomUUID(), title: 'Städ', category: 'cleaning', price: '349', hours: '1' }],
  ['which services are paused', pauseService, {}],
  ['its opening hours', saveHours, { 'opens-1-1': '08:00', 'closes-1-1': '12:00' }],
  ['its capacity', saveCapacity, { capacity: '7' }],
  ['its closed days', addClosedDays, { from: day }],
  ['its closed public holidays', closeHolidays, {}],
  ['its own calendar', saveBusyCalendar, { address: 'https://kalender.example/var.ics' }],
  ['how it is paid', savePayWays, { cash: 'on' }],
])('a company that is removed meanwhile changes nothing of %s', async (_, change, values) => {
  const owner = await joinAsCompany(house)
  const { id } = await companyOf(house, owner)
  const stored = async () => {
    const [{ deleted_at, ...company }, ...others] = await Promise.all([
      companyOf(house, owner),
      ...(['services', 'opening_hours', 'closed_periods', 'busy_calendars'] as const).map((table) =>
        house.db.selectFrom(table).selectAll().where('company_id', '=', id).execute(),
      ),
    ])
    return { company, others }
  }
  const before = await stored()
  const removes = (db: Database) =>
    db.updateTable('companies').set({ deleted_at: house.clock.now() }).where('id', '=', id).execute()
  const answer = await behind(house.db, removes, () => change(house, owner.signedIn, { email: owner.email, ...values }))
  expect(refusalFrom(answer).message).toBe('Företaget finns inte kvar.')
  expect(await stored()).toEqual(before)
})
