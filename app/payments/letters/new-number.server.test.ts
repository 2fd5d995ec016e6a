import { afterAll, expect, test } from 'vitest'
import { applyAsSeasonPartner } from '~/sponsorship/apply/apply-as-season-partner.server'
import { releaseSlot } from '~/sponsorship/change/release-slot.server'
import { keptUnpaidDays } from '~/sponsorship/slot'
import { sweepMonths } from '~/sponsorship/sweep-months.server'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { expectBooksToBalance, openChargesOf } from '../../../test/support/money'
import { valueFrom } from '../../../test/support/outcome'
import { block, joinAsAdmin } from '../../../test/support/people'
import { companyOf, joinAlone, monthsFrom, seasonForm, slotsOf } from '../../../test/support/sponsorship'
import { bookBankFile, importBankFile } from '../bank/import-bank-file.server'
import { fromNet } from '../charge'
import { formatReference } from '../reference'

/** One of several booked months is let go before payment: the rest gets a new charge with a new reference. */
const house = useHouse()
afterAll(() => expectBooksToBalance(house.db))

async function letGoOfOne(daysLater = 0, isBlocked = false) {
  const admin = await joinAsAdmin(house)
  const company = await joinAlone(house)
  valueFrom(await applyAsSeasonPartner(house, company.signedIn, seasonForm(monthsFrom(house, 9).slice(6))))
  const { id: companyId } = await companyOf(house, company)
  const [asked] = await openChargesOf(house.db, { companyId })
  const slots = await slotsOf(house, 'season_slots', companyId)
  await house.deliver()
  house.clock.forward({ days: daysLater })
  if (isBlocked) {
    await block(house, company, house.clock.now())
  }
  const release = { slot: slots[0]?.id ?? '', reason: 'Ångrade sig' }
  valueFrom(await releaseSlot(house, admin.signedIn, companyId, release))
  const [anew] = await openChargesOf(house.db, { companyId })
  if (!asked || !anew) throw new Error('What is left of an application is asked for')
  return { admin, company, companyId, asked, anew }
}

test('releasing one of several months mails the company the new reference and the sum that is left', async () => {
  const { company, asked, anew } = await letGoOfOne()
  expect(anew.reference).not.toBe(asked.reference)
  const letters = (await house.deliver()).filter(({ recipient }) => recipient === company.email)
  const subject = `Nytt nummer för betalningen: ${formatReference(anew.reference)}`
  const told = mailTo(
    letters.filter((one) => one.subject === subject),
    company.email,
  )
  expect(told.text).toContain(`betalning ${formatReference(asked.reference)} är inte längre bokad`)
  expect(told.text.replaceAll(/\s/g, ' ')).toContain('Resten kostar 3 990 kr, 4 987,50 kr med moms.')
  expect(told.text).toContain(`/dashboard/pay/${anew.id}`)
})

test('a company that cannot log in gets a link that opens Swish with the new reference', async () => {
  const { company } = await letGoOfOne(0, true)
  const told = (await house.deliver()).find(({ recipient, subject }) => {
    return recipient === company.email && subject.startsWith('Nytt nummer')
  })
  expect(told?.text).toContain('Öppna Swish')
  expect(told?.text).not.toContain('/dashboard/pay/')
})

test('a bank payment with the replaced reference pays the new charge', async () => {
  const { admin, companyId, asked, anew } = await letGoOfOne()
  const { gross } = fromNet(3_990_00)
  const line = `2026-11-18;${(gross / 100).toFixed(2).replace('.', ',')};${asked.reference}`
  const file = new FormData()
  file.set('file', new File([`Datum;Belopp;Text\n${line}`], 'konto.csv'))
  const { id } = valueFrom(await importBankFile(house, admin.signedIn, file))
  expect(valueFrom(await bookBankFile(house, admin.signedIn, id)).booked).toBe(1)
  expect(await openChargesOf(house.db, { companyId })).toEqual([])
  const states = house.db
    .selectFrom('charges')
    .select(['id', 'status'])
    .where('company_id', '=', companyId)
    .orderBy('id')
  expect(await states.execute()).toEqual([
    { id: asked.id, status: 'struck' },
    { id: anew.id, status: 'paid' },
  ])
})

test('remaining months are released by the due day of the new charge, not of the replaced one', async () => {
  const { companyId } = await letGoOfOne(keptUnpaidDays)
  const left = async () => {
    await sweepMonths(house)
    return (await slotsOf(house, 'season_slots', companyId)).map(({ status }) => status).sort()
  }
  // The first charge was due more than fourteen days ago by now, but the new one counts.
  house.clock.forward({ days: keptUnpaidDays - 1 })
  expect(await left()).toEqual(['released', 'reserved', 'reserved'])
  house.clock.forward({ days: keptUnpaidDays })
  expect(await left()).toEqual(['released', 'released', 'released'])
})
