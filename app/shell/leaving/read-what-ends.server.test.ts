import { beforeEach, expect, test } from 'vitest'
import { openDispute } from '~/bookings/paying/job-payment-store.server'
import { insertWait } from '~/bookings/waiting/wait-store.server'
import { runMemberships } from '~/membership/public.server'
import { askForBase } from '~/payments/bill-companies.server'
import { earnForBooking } from '~/points/public.server'
import { formatOre } from '~/shared/money'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { sweepMonths } from '~/sponsorship/public.server'
import { askForFees } from '~/statements/public.server'
import { openShop, placeBooking, placeVisit, setClock } from '../../../test/support/bookings'
import { employGuard } from '../../../test/support/guards'
import { holdWakes, useHouse } from '../../../test/support/house'
import { payFor } from '../../../test/support/money'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, PASSWORD, type Resident } from '../../../test/support/people'
import { companyOf, joinAlone, slotsOf, sponsorForm } from '../../../test/support/sponsorship'
import { deleteAccount } from './delete-account.server'
import { readWhatEnds } from './read-what-ends.server'

const house = useHouse()
holdWakes(house)
beforeEach(() => setClock('2026-11-20T12:00:00Z'))

const read = async ({ signedIn }: Resident) =>
  (await readWhatEnds(house, signedIn)).map((words) => words.replaceAll('\u00a0', ' '))

test('says nothing when nothing ends', async () => {
  const shop = await openShop(house)
  const member = await joinAsMember(house, { postcode: shop.postcode })
  const { id } = member.signedIn.person
  await placeBooking(house, shop, id, new Date('2026-11-27T09:00:00Z'), { status: 'cancelled' })
  expect([await read(member), await read(shop.owner)]).toEqual([[], []])
})

test('a company reads which fees it still has to pay, before and after they are charged, and until they are paid', async () => {
  const admin = await joinAsAdmin(house)
  const shop = await openShop(house)
  const member = await joinAsMember(house, { postcode: shop.postcode })
  for (const day of ['10', '11']) {
    const at = new Date(`2026-11-${day}T09:00:00Z`)
    await placeBooking(house, shop, member.signedIn.person.id, at, { status: 'completed' })
  }
  const { fee } = await house.db
    .selectFrom('fee_entries')
    .select(({ fn }) => fn.sum<string>('amount_cents').as('fee'))
    .where('company_id', '=', shop.companyId)
    .executeTakeFirstOrThrow()
  const words = `Avgiften för företagets genomförda bokningar, just nu ${formatOre(Number(fee))}, ska fortfarande betalas. Vi mejlar företaget om den.`
  expect([await read(member), await read(shop.owner)]).toEqual([[], [words.replaceAll('\u00a0', ' ')]])
  setClock('2026-12-02T12:00:00Z')
  expect(await askForFees(house)).toBe(1)
  expect(await read(shop.owner)).toEqual([words.replaceAll('\u00a0', ' ')])
  await payFor(house, admin.signedIn, { companyId: shop.companyId })
  expect(await read(shop.owner)).toEqual([])
})

test('tells both sides how many coming bookings are cancelled, counting a visit once', async () => {
  const shop = await openShop(house)
  const member = await joinAsMember(house, { postcode: shop.postcode })
  const { id } = member.signedIn.person
  await placeBooking(house, shop, id, new Date('2026-11-27T09:00:00Z'), { status: 'pending' })
  expect([await read(member), await read(shop.owner)]).toEqual([
    ['Din kommande bokning avbokas, och företaget får veta det.'],
    ['Företagets kommande jobb avbokas, och kunden får veta det.'],
  ])
  await placeVisit(house, shop, id, new Date('2026-11-28T09:00:00Z'), [{}, {}])
  expect([await read(member), await read(shop.owner)]).toEqual([
    ['Dina 2 kommande bokningar avbokas, och företagen får veta det.'],
    ['Företagets 2 kommande jobb avbokas, och kunderna får veta det.'],
  ])
})

test('says for how many bookings the company may charge', async () => {
  const shop = await openShop(house)
  const member = await joinAsMember(house, { postcode: shop.postcode })
  const { id } = member.signedIn.person
  await placeBooking(house, shop, id, new Date('2026-11-21T09:00:00Z'))
  expect(await read(member)).toEqual([
    'Din kommande bokning avbokas, och företaget får veta det. Det är för sent att avboka utan kostnad, så företaget kan ta betalt.',
  ])
  await placeBooking(house, shop, id, new Date('2026-11-27T09:00:00Z'))
  expect(await read(member)).toEqual([
    'Dina 2 kommande bokningar avbokas, och företagen får veta det. För 1 av dem är det för sent att avboka utan kostnad, så företaget kan ta betalt.',
  ])
  expect(await read(shop.owner)).toEqual(['Företagets 2 kommande jobb avbokas, och kunderna får veta det.'])
})

test('says that a paid month is not refunded, and mentions withdrawal while it is possible', async () => {
  const admin = await joinAsAdmin(house)
  const member = await joinAsMember(house, { postcode: '12540' })
  const owner = { memberId: member.signedIn.person.id }
  setClock('2026-12-15T12:00:00Z')
  await runMemberships(house)
  await payFor(house, admin.signedIn, owner)
  const paid = 'Ditt medlemskap till 20 januari 2027 slutar direkt. Det du har betalt betalas inte tillbaka.'
  expect(await read(member)).toEqual([
    `${paid} Vill du ångra avtalet och få pengar tillbaka, gör det först, på sidan Medlemskap.`,
  ])
  setClock('2027-01-10T12:00:00Z')
  expect(await read(member)).toEqual([paid])
  setClock('2027-01-21T12:00:00Z')
  expect(await read(member)).toEqual([])
})

test('says that free months end', async () => {
  const member = await joinAsMember(house)
  await house.db
    .updateTable('memberships')
    .set({ free_until: '2027-12-20', covered_until: '2027-12-20' })
    .where('profile_id', '=', member.signedIn.person.id)
    .execute()
  expect(await read(member)).toEqual(['Ditt medlemskap till 20 december 2027 slutar direkt.'])
})

test('a company reads which booked months are let go, and what of them is given back or need not be paid', async () => {
  const admin = await joinAsAdmin(house)
  const company = await joinAlone(house)
  const { id: companyId } = await companyOf(house, company)
  const book = async (month: string) => valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month)))
  await book('2026-11')
  const unpaid = 'Det som inte är betalt behöver inte betalas.'
  expect(await read(company)).toEqual([`Företagets bokade månad släpps: Huvudsponsor november 2026. ${unpaid}`])
  await payFor(house, admin.signedIn, { companyId })
  const paid = 'Det som är betalt för dagarna som är kvar betalas tillbaka.'
  expect(await read(company)).toEqual([`Företagets bokade månad släpps: Huvudsponsor november 2026. ${paid}`])
  await book('2027-01')
  expect(await read(company)).toEqual([
    `Företagets bokade månader släpps: Huvudsponsor november 2026 och Huvudsponsor januari 2027. ${paid} ${unpaid}`,
  ])
  // What is said is what happens.
  const sure = { password: PASSWORD, understood: 'on' }
  valueFrom(await deleteAccount(house, company.visitor, company.signedIn, sure))
  await sweepMonths(house)
  const slots = await slotsOf(house, 'sponsor_slots', companyId)
  expect(slots.map(({ status }) => status)).toEqual(['released', 'released'])
  const charges = house.db.selectFrom('charges').select('status').where('company_id', '=', companyId).orderBy('id')
  expect((await charges.execute()).map(({ status }) => status)).toEqual(['paid', 'struck'])
  const refunds = house.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('charges', 'charges.id', 'payments.charge_id')
    .where('charges.company_id', '=', companyId)
    .select('refunds.amount_cents as amount')
  // Ten of thirty days, with VAT.
  expect(await refunds.execute()).toEqual([{ amount: 414_58 }])
})

test('an open dispute is decided by nobody, as both sides read; one that has ended is not named', async () => {
  const shop = await openShop(house)
  const member = await joinAsMember(house, { postcode: shop.postcode })
  const done = () =>
    placeBooking(house, shop, member.signedIn.person.id, new Date('2026-11-10T09:00:00Z'), { status: 'completed' })
  await openDispute(house.db, await done(), 'member', 'För dyrt', house.clock.now())
  const words = 'Vi avgör inte längre betalningen som ni inte är överens om, och den andra sidan får veta det.'
  const fee = expect.stringContaining('ska fortfarande betalas')
  expect([await read(member), await read(shop.owner)]).toEqual([[words], [words, fee]])
  await house.db.updateTable('job_payments').set({ ended_at: house.clock.now(), ended_how: 'agreed' }).execute()
  expect([await read(member), await read(shop.owner)]).toEqual([[], [fee]])
})

test('a place on a waiting list and points are named', async () => {
  const shop = await openShop(house)
  const member = await joinAsMember(house, { postcode: shop.postcode })
  const { id: customerId } = member.signedIn.person
  const about = { company_id: shop.companyId, service_id: shop.serviceId, service_title: 'Hemstäd' }
  const when = { from_day: '2026-11-25', to_day: '2026-11-27', part: 'any', early_start: 'ja' } as const
  await insertWait(house.db, {
    ...{ id: crypto.randomUUID(), customer_id: customerId, asked_at: house.clock.now() },
    ...{ ...about, ...when },
  })
  const job = { customerId, companyId: shop.companyId, customerPaysOre: 2_500_00, serviceTitle: 'Hemstäd' }
  await earnForBooking(house.db, { ...job, id: crypto.randomUUID(), completedAt: house.clock.now() })
  expect(await read(member)).toEqual([
    'Din plats på väntelistan försvinner.',
    'Dina Kvarterspoäng försvinner. Du har 250.',
  ])
  expect(await read(shop.owner)).toEqual([])
})

test('paid months of the base package that have not begun are given back', async () => {
  const company = await joinAlone(house)
  const { id: companyId } = await companyOf(house, company)
  const admin = await joinAsAdmin(house)
  await house.db.transaction().execute((db) => askForBase({ ...house, db }, companyId, house.clock.now()))
  expect(await read(company)).toEqual([])
  await payFor(house, admin.signedIn, { companyId })
  expect(await read(company)).toEqual(['Den månad av Bas som är betald och inte har börjat betalas tillbaka.'])
})

test('a company reads that its guards receive no more alarms', async () => {
  const company = await joinAlone(house)
  const { id: companyId } = await companyOf(house, company)
  await employGuard(house, companyId)
  expect(await read(company)).toEqual(['Företagets väktare får inga larm längre och kommer inte in på sin sida.'])
  await employGuard(house, companyId)
  const removed = { removed_at: house.clock.now(), phone: null, phone_verified_at: null, link_hash: null }
  await employGuard(house, companyId, { ...removed, on_duty_since: null, on_duty_until: null })
  expect(await read(company)).toEqual(['Företagets 2 väktare får inga larm längre och kommer inte in på sina sidor.'])
})
