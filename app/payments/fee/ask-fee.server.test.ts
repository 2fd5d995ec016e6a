import { beforeAll, expect, test } from 'vitest'
import { setClock } from '../../../test/support/bookings'
import { useHouse, useTakenBack } from '../../../test/support/house'
import type { Resident } from '../../../test/support/people'
import { companyOf, joinAlone } from '../../../test/support/sponsorship'
import { askForFee } from './ask-fee.server'

/**
 * The letter about the fees of a month. Which bookings they are for, and that the sums agree, is tested in
 * `statements/`.
 */

const house = useHouse()
const its = useTakenBack(house)
let company: Resident
let companyId = ''

beforeAll(async () => {
  company = await joinAlone(house)
  companyId = (await companyOf(house, company)).id
})

const jobs = Array.from({ length: 101 }, (_, at) => ({ text: `Jobb ${at + 1}.`, gross: 1_00 + at }))
const parts = [{ text: 'Avgift för 101 bokningar', gross: 37_45 }]
const ask = () => askForFee(its, { companyId, month: '2031-05', parts, specified: jobs })
const lettersTo = async (email: string) =>
  its.db
    .selectFrom('outbox_messages')
    .select(['subject', 'body_text as text'])
    .where('recipient', '=', email)
    .where('channel', '=', 'mail')
    .execute()

test('the fee letter to a company is sent once and links to its bookings under Intäkter', async () => {
  setClock('2031-06-01T06:00:00Z')
  const charge = await ask()
  expect(charge).toMatchObject({ kind: 'fee', gross: 37_45, vat: 7_49, dueOn: '2031-06-11', periodFrom: '2031-05-01' })
  expect(await ask()).toBeNull()
  const [letter, ...others] = await lettersTo(company.email)
  expect(others).toEqual([])
  expect(letter?.subject).toBe('Avgift för bokningar i maj 2031: 37,45\u00a0kr att betala')
  expect(letter?.text).toContain('står under Intäkter')
  expect(letter?.text).toContain(`/dashboard/pay/${charge?.id}`)
  expect(letter?.text).not.toContain('Jobb 1.')
})

test('the fee letter to a closed company lists its bookings, at most a hundred', async () => {
  setClock('2031-06-01T06:00:00Z')
  await its.db.updateTable('companies').set({ deleted_at: its.clock.now() }).where('id', '=', companyId).execute()
  const charge = await ask()
  const [letter] = await lettersTo(company.email)
  const named = jobs.map(({ text }) => text).filter((text) => letter?.text.includes(text))
  expect([named.length, named.at(-1)]).toEqual([100, 'Jobb 100.'])
  expect(letter?.text).toContain('1,99\u00a0kr')
  expect(letter?.text).toContain(`msg=${charge?.reference}`)
  expect(letter?.text).not.toContain('Intäkter')
})
