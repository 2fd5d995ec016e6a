import { beforeEach, expect, test } from 'vitest'
import type { Month } from '~/shared/month'
import { setClock } from '../../test/support/bookings'
import { useHouse } from '../../test/support/house'
import { mailTo } from '../../test/support/letters'
import { openChargesOf, payFor } from '../../test/support/money'
import { found, valueFrom } from '../../test/support/outcome'
import { companyOf, joinAlone, joinAsAdmin, seasonForm, slotsOf, sponsorForm } from '../../test/support/sponsorship'
import { applyAsSeasonPartner } from './apply/apply-as-season-partner.server'
import { applyAsSponsor } from './apply/apply-as-sponsor.server'
import { changePlan } from './change/change-plan.server'
import { readPlanChange } from './change/read-plan-change.server'
import { releaseSlot } from './change/release-slot.server'

/** Letters to a company about its months: what it owes, what it gets back, and when it is seen. */

const house = useHouse()
beforeEach(() => setClock('2031-05-10T10:00:00Z'))

async function company() {
  const person = await joinAlone(house)
  const { id, email } = await companyOf(house, person)
  await house.deliver()
  const letter = async () => {
    const mail = mailTo(await house.deliver(), email)
    return { subject: mail.subject, text: mail.text.replaceAll('\u00a0', ' ') }
  }
  return { id, signedIn: person.signedIn, letter }
}

async function changeOf(companyId: string, given: Record<string, string>) {
  const { visitor, signedIn } = await joinAsAdmin(house)
  const { key, seen } = found(await readPlanChange(house, signedIn, companyId, new URLSearchParams()))
  const values = { key, seen, reason: 'Enligt samtal', sure: 'on', ...given }
  valueFrom((await changePlan({ house, visitor, signedIn, values }, companyId)) as never)
}

const back = 'Ni får tillbaka'

test('the mail about an application tells which months, what they cost and where to pay', async () => {
  const { id, signedIn, letter } = await company()
  valueFrom(await applyAsSeasonPartner(house, signedIn, seasonForm(['2031-09', '2031-06', '2031-07'])))
  const { subject, text } = await letter()
  expect(subject).toBe('Vi har fått er ansökan: Säsongspartner')
  expect(text).toContain('Säsongspartner för juni 2031, juli 2031 och september 2031.')
  expect(text).toContain('Det kostar 5 985 kr exklusive moms, 7 481,25 kr med moms.')
  expect(text).toContain('Betala med Swish senast 20 maj 2031.')
  const [charge] = await openChargesOf(house.db, { companyId: id })
  expect(text).toContain(`/dashboard/pay/${charge?.id}`)
})

test('the mail about a payment tells in which month the company is shown, and nothing about an unpaid base', async () => {
  const { signedIn: admin } = await joinAsAdmin(house)
  const { id, signedIn } = await company()
  const pay = async (month: Month) => {
    valueFrom(await applyAsSponsor(house, signedIn, sponsorForm(month)))
    await house.deliver()
    await payFor(house, admin, { companyId: id })
    const mails = (await house.deliver()).filter(({ subject }) => subject.startsWith('Tack, betalningen är här'))
    return mails.map(({ subject, text }) => `${subject}\n${text}`)
  }
  const [waiting = '', ...more] = await pay('2031-07')
  expect(waiting).toMatch(/^Tack, betalningen är här: Huvudsponsor\n/)
  expect(waiting).toContain('Månaden är er: juli 2031. Ni syns som Huvudsponsor då, när vi har godkänt ert företag.')
  expect(waiting).not.toMatch(/Bas ingår|Ni får tillbaka/)
  expect(more).toEqual([])
  await house.db.updateTable('companies').set({ review_state: 'approved' }).where('id', '=', id).execute()
  const [seen] = await pay('2031-08')
  expect(seen).toContain('Ni syns som Huvudsponsor i augusti 2031.')
  expect(seen).not.toContain('Månaden är er')
})

test('the mail about a released month tells the reason, and the refund if it was paid', async () => {
  const { signedIn: admin } = await joinAsAdmin(house)
  const { id, signedIn, letter } = await company()
  const release = async (month: Month) => {
    const slot = (await slotsOf(house, 'sponsor_slots', id)).find((one) => one.month === `${month}-01`)
    await house.deliver()
    valueFrom(await releaseSlot(house, admin, id, { slot: slot?.id ?? '', reason: 'På begäran' }))
    return letter()
  }
  valueFrom(await applyAsSponsor(house, signedIn, sponsorForm('2031-07')))
  await payFor(house, admin, { companyId: id })
  valueFrom(await applyAsSponsor(house, signedIn, sponsorForm('2031-08')))
  const unpaid = await release('2031-08')
  expect(unpaid.subject).toBe('Er månad är släppt: augusti 2031')
  expect(unpaid.text).toContain('Anledning: På begäran')
  expect(unpaid.text).not.toContain(back)
  expect((await release('2031-07')).text).toMatch(/Ni får tillbaka 1 243,75 kr, moms inräknad.*kreditkvitto \d+/)
})

test('the mail about a plan change tells what is booked and where to pay, or what is no longer booked', async () => {
  const { id, letter } = await company()
  await changeOf(id, { plan: 'sponsor', month: '2031-07' })
  const booked = (await letter()).text
  expect(booked).toContain('bytt ert paket till Huvudsponsor för juli 2031.')
  expect(booked).toContain('När betalningen har kommit in gäller paketet.')
  const [charge] = await openChargesOf(house.db, { companyId: id })
  expect(booked).toContain(`/dashboard/pay/${charge?.id}`)
  expect(booked).not.toMatch(/inte längre bokat|Ni får tillbaka|provider\/package/)

  await changeOf(id, { plan: 'base' })
  const gone = (await letter()).text
  expect(gone).toContain('bytt ert paket till Bas.')
  expect(gone).toContain('Det här är inte längre bokat: Huvudsponsor juli 2031.')
  expect(gone).toContain('/dashboard/provider/package')
  expect(gone).not.toMatch(/Betala med Swish|dashboard\/pay/)
})
