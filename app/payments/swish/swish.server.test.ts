import { randomUUID } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { openGetswish } from '~/platform/payments/getswish.server'
import { openLocalSwish } from '~/platform/payments/local-swish.server'
import { notAsked, notThere } from '~/shared/outcome'
import { camt } from '../../../test/support/counterparts/camt'
import { makeAuthority } from '../../../test/support/counterparts/certificates'
import { type Mood, type SwishServer, startSwish } from '../../../test/support/counterparts/swish-server'
import { useHouse } from '../../../test/support/house'
import { askedForMonth, expectBooksToBalance, payFor } from '../../../test/support/money'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember } from '../../../test/support/people'
import { bookBankFile, importBankFile, readMatches } from '../bank/import-bank-file.server'
import { listPayments } from '../desk/list-payments.server'
import { readPaymentSearch } from '../desk/payment-lists'
import { readChargeToPay } from '../read-charge.server'
import { askSwishBack } from './ask-swish-back.server'
import { answerInPhonesPlace, hearOfSwish, payChargeBySwish } from './pay-by-swish.server'
import { seeSwish } from './see-swish.server'
import { readSwishToSee } from './swish-store.server'

const house = useHouse()
const origin = 'https://kvartera.example'
let swish: SwishServer

beforeAll(async () => {
  swish = await startSwish()
})
beforeEach(async () => {
  house.swish = openGetswish(swish.account, origin)
  swish.feel('fine')
  // Otherwise each look would also ask about the open requests of all earlier tests.
  const ended = { state: 'lapsed', ended_at: house.clock.now(), payer: null, token: null } as const
  await house.db.updateTable('swish_requests').set(ended).where('ended_at', 'is', null).execute()
})
afterAll(async () => {
  expect(swish.strange).toEqual([])
  await swish.stop()
  await expectBooksToBalance(house.db)
})

/** Sets how the fake Swish behaves; with any other mood than 'fine' the timeout is short. */
function feels(mood: Mood) {
  swish.feel(mood)
  house.swish = mood === 'fine' ? openGetswish(swish.account, origin) : openGetswish(swish.account, origin, 2_000)
}

const asked = () => askedForMonth(house)
type Asked = Awaited<ReturnType<typeof asked>>

const press = ({ member, charge }: Asked, values: Record<string, string> = { intent: 'swish-here' }) =>
  payChargeBySwish(house, member.signedIn, charge.id, values)
const requestsOf = ({ charge }: Asked) =>
  house.db
    .selectFrom('swish_requests')
    .select(['id', 'state', 'code', 'note', 'payer', 'token'])
    .where('charge_id', '=', charge.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
const pageOf = async ({ member, charge }: Asked) => found(await readChargeToPay(house, member.signedIn, charge.id))
const shownToAdmins = async () => (await readSwishToSee(house.db, 100)).map(({ id }) => id)
const lookAgain = async (minutes = 1) => {
  house.clock.forward({ minutes })
  await askSwishBack(house)
}

/** A payer with an open Swish request, and its id. */
async function begun(values?: Record<string, string>) {
  const one = await asked()
  valueFrom(await press(one, values))
  const [request] = await requestsOf(one)
  return { ...one, id: request?.id ?? '' }
}
const paid = (more: Record<string, unknown> = {}) => ({
  status: 'PAID',
  datePaid: '2026-11-22T10:00:00.000+0100',
  ...more,
})

describe('a payment by Swish', () => {
  test('is opened from the page and booked once, despite repeated callbacks, concurrent polls and the bank file', async () => {
    const one = await begun()
    const open = (await pageOf(one)).counter?.open
    expect(open).toMatchObject({ is: 'waiting', phone: null })
    expect(open?.is === 'waiting' && open.opens?.link).toMatch(
      /^swish:\/\/paymentrequest\?token=t0ken\w+&callbackurl=http/,
    )
    const told = [...swish.requests.values()].at(-1)
    expect(told).toMatchObject({
      payeePaymentReference: one.charge.reference,
      payeeAlias: house.config.operator.swishNumber,
      amount: '39.00',
      callbackUrl: `${origin}/webhooks/swish/${one.id}`,
    })
    swish.becomes(one.id, paid())
    await Promise.all([hearOfSwish(house, one.id), hearOfSwish(house, one.id)])
    await Promise.all([askSwishBack(house), askSwishBack(house), askSwishBack(house)])
    const page = await pageOf(one)
    expect(page).toMatchObject({ status: 'paid', paid: { method: 'Swish' } })
    expect(house.told).toContainEqual({ to: [`person:${one.member.signedIn.person.id}`, 'admin'], about: 'payments' })
    await hearOfSwish(house, one.id)
    await lookAgain()
    // The same payment appears in the bank's file days later.
    const admin = await joinAsAdmin(house)
    const form = new FormData()
    form.set(
      'file',
      new File(
        [camt([{ amount: '39.00', parts: [{ amount: '39.00', name: one.id, words: [one.charge.reference] }] }])],
        'x.xml',
      ),
    )
    const { id } = valueFrom(await importBankFile(house, admin.signedIn, form))
    expect(found(await readMatches(house, admin.signedIn, id)).rows).toMatchObject([{ match: 'paid before' }])
    expect(valueFrom(await bookBankFile(house, admin.signedIn, id)).booked).toBe(0)
    const receipts = house.db
      .selectFrom('receipts')
      .select('number')
      .where('member_id', '=', one.member.signedIn.person.id)
    expect(await receipts.execute()).toHaveLength(1)
    expect(await requestsOf(one)).toEqual([
      { id: one.id, state: 'paid', code: null, note: null, payer: null, token: null },
    ])
  })

  test('by number goes to that phone, and the number is deleted when it ends', async () => {
    const one = await begun({ intent: 'swish-by-number', phone: '070-174 06 99' })
    expect([...swish.requests.values()].at(-1)).toMatchObject({ payerAlias: '46701740699' })
    expect((await pageOf(one)).counter?.open).toMatchObject({ is: 'waiting', phone: '070-174 06 99', opens: null })
    swish.becomes(one.id, paid({ payerAlias: '46701740699' }))
    await lookAgain()
    expect(await requestsOf(one)).toMatchObject([{ state: 'paid', payer: null, note: null }])
    const two = await asked()
    for (const phone of ['', '12', 'nonsense']) {
      expect(refusalFrom(await press(two, { intent: 'swish-by-number', phone })).fields.phone).toContain('mobilnummer')
    }
    expect(await requestsOf(two)).toEqual([])
  })

  test('is one request when pressed eight times at the same time', async () => {
    const one = await asked()
    await Promise.all(Array.from({ length: 8 }, () => press(one)))
    expect(await requestsOf(one)).toHaveLength(1)
  })

  test('has a rate limit of ten requests a day', async () => {
    const one = await asked()
    const values = { intent: 'swish-by-number', phone: '0701740699' }
    for (let time = 0; time < 10; time++) {
      valueFrom(await press(one, values))
      swish.becomes((await requestsOf(one)).at(-1)?.id ?? '', { status: 'DECLINED' })
      await lookAgain()
    }
    expect(refusalFrom(await press(one, values)).message).toContain('för många försök')
    expect(await requestsOf(one)).toHaveLength(10)
    house.clock.forward({ days: 1 })
    valueFrom(await press(one, values))
  })

  test('is for the payer of an open charge only, and only where Swish is configured', async () => {
    const one = await asked()
    const other = await joinAsMember(house)
    const values = { intent: 'swish-here' }
    expect(await payChargeBySwish(house, other.signedIn, one.charge.id, values)).toBe(notThere)
    expect(await answerInPhonesPlace(house, one.member.signedIn, one.charge.id, { says: 'yes' })).toBe(notThere)
    const admin = await joinAsAdmin(house)
    await payFor(house, admin.signedIn, { memberId: one.member.signedIn.person.id })
    expect(refusalFrom(await press(one)).title).toBe('Den är redan klar')
    house.swish = null
    expect(await press(one)).toBe(notThere)
    expect(await pageOf(one)).toMatchObject({ counter: null })
  })
})

describe('a callback or answer from Swish', () => {
  test('only makes us poll: a callback about an unpaid request books nothing', async () => {
    const one = await begun()
    await hearOfSwish(house, one.id)
    await askSwishBack(house)
    expect(await requestsOf(one)).toMatchObject([{ state: 'waiting' }])
    expect((await pageOf(one)).status).toBe('open')
    await hearOfSwish(house, randomUUID())
    expect((await pageOf(one)).status).toBe('open')
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['too small an amount', { amount: '1.00' }, '100 öre betalda, 3900 öre begärda'],
    ['too large an amount', { amount: 3900 }, '390000 öre betalda, 3900 öre begärda'],
    ['an invalid amount', { amount: 'mycket' }, 'okänt antal öre betalda'],
    ['another currency', { currency: 'NOK' }, 'betald i NOK'],
    ['another payee', { payeeAlias: '1239999999' }, 'ett annat nummer än vårt'],
    ['another reference', { payeePaymentReference: 'KV1000099' }, 'en annan referens'],
    ['the id of another payment', { id: '0'.repeat(32) }, 'svaret gäller en annan betalning'],
    ['another payer', { payerAlias: '46700000000' }, 'från ett annat nummer'],
  ])('that says paid with %s is not booked but held, and shown to an administrator', async (_, lie, note) => {
    const one = await begun({ intent: 'swish-by-number', phone: '0701740699' })
    swish.becomes(one.id, paid({ payerAlias: '46701740699', ...lie }))
    await lookAgain()
    expect(await pageOf(one)).toMatchObject({ status: 'open', counter: { open: { is: 'held' } } })
    const admin = await joinAsAdmin(house)
    const listed = async () =>
      (await listPayments(house, admin.signedIn, readPaymentSearch(new URLSearchParams('visa=swish')))).swish
    const [first] = await listed()
    expect(first).toMatchObject({ id: one.id, note: expect.stringContaining(note) })
    expect(first?.note).toContain(one.charge.reference)
    await expect(seeSwish(house, one.member.signedIn, { request: one.id })).rejects.toThrow('not allowed')
    expect(await readAudit(house.db, { kind: 'payment', id: one.id }, 5)).toEqual([])
    // Idempotent: pressed twice, one audit entry. An invalid id changes nothing.
    for (const request of [one.id, one.id, 'no id']) valueFrom(await seeSwish(house, admin.signedIn, { request }))
    expect(await readAudit(house.db, { kind: 'payment', id: one.id }, 5)).toMatchObject([
      { deed: 'see swish payment', actorId: admin.signedIn.person.id },
    ])
    expect((await listed()).map(({ id }) => id)).not.toContain(one.id)
  })

  test('that says paid when the charge is already paid is noted for an administrator to refund', async () => {
    const one = await begun()
    const admin = await joinAsAdmin(house)
    await payFor(house, admin.signedIn, { memberId: one.member.signedIn.person.id })
    swish.becomes(one.id, paid())
    await lookAgain()
    expect(await requestsOf(one)).toMatchObject([
      { state: 'paid', note: `${one.charge.reference} var redan betald. Betala tillbaka 39,00\u00a0kr.` },
    ])
    expect(await shownToAdmins()).toContain(one.id)
  })
})

test('race condition: a page read while the payment is booked shows one consistent moment', async () => {
  const one = await begun()
  swish.becomes(one.id, paid())
  let isBooked = false
  const meanwhile: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isBooked && result.rows.some((row) => row.reference === one.charge.reference)) {
        isBooked = true
        await lookAgain()
      }
      return result
    },
  }
  const read = readChargeToPay({ ...house, db: house.db.withPlugin(meanwhile) }, one.member.signedIn, one.charge.id)
  expect(found(await read)).toMatchObject({ status: 'open', paid: undefined, counter: { open: { is: 'waiting' } } })
  expect(isBooked).toBe(true)
  expect(await pageOf(one)).toMatchObject({ status: 'paid', paid: { method: 'Swish' } })
})

describe('a refusal', () => {
  test.each<[string, Record<string, unknown>, string, string]>([
    ['by the payer', { status: 'DECLINED' }, 'declined', 'Du sa nej i Swish. Inga pengar är dragna.'],
    ['by cancellation', { status: 'CANCELLED' }, 'cancelled', 'Betalningen avbröts.'],
    ['by the bank', { status: 'ERROR', errorCode: 'RF07' }, 'failed', 'Din bank sa nej.'],
    ['by timeout', { status: 'ERROR', errorCode: 'TM01' }, 'failed', 'Tiden gick ut'],
    ['with an unknown code', { status: 'ERROR', errorCode: 'constructor' }, 'failed', 'Swish kunde inte ta emot'],
  ])('%s is explained on the page, and the payer can try again', async (_, facts, state, words) => {
    const one = await begun()
    swish.becomes(one.id, facts)
    await lookAgain()
    expect(await requestsOf(one)).toMatchObject([{ state, note: null }])
    expect((await pageOf(one)).counter?.open).toEqual({ is: 'over', words: expect.stringContaining(words) })
    valueFrom(await press(one))
    expect((await pageOf(one)).counter?.open).toMatchObject({ is: 'waiting' })
  })

  test('because the bank did not answer is noted for an administrator', async () => {
    const one = await begun()
    swish.becomes(one.id, { status: 'ERROR', errorCode: 'DS24' })
    await lookAgain()
    expect(await requestsOf(one)).toMatchObject([{ state: 'failed', note: expect.stringContaining('kan ha gått') }])
    expect(await shownToAdmins()).toContain(one.id)
  })

  test.each([
    ['RP06', 'en annan betalning i din Swish'],
    ['ACMT03', 'inte anslutet till Swish'],
    ['PA01', 'Swish kunde inte ta emot'],
  ])('%s in the immediate answer is explained at once', async (refuses, words) => {
    const one = await asked()
    swish.feel({ refuses })
    expect(refusalFrom(await press(one)).message).toContain(words)
    expect(await requestsOf(one)).toMatchObject([{ state: 'failed', code: refuses }])
  })
})

describe('a Swish server that', () => {
  test('cannot be reached has taken nothing: the request fails', async () => {
    const one = await asked()
    house.swish = openGetswish({ ...swish.account, url: 'https://127.0.0.1:1' }, origin)
    expect(refusalFrom(await press(one)).message).toContain('Inga pengar är dragna')
    expect(await requestsOf(one)).toMatchObject([{ state: 'failed' }])
  })

  test.each(['silent', 'broken'] as const)(
    'is %s when asked and unknown of the request later makes it fail without a trace',
    async (mood) => {
      const one = await asked()
      feels(mood)
      valueFrom(await press(one))
      expect((await pageOf(one)).counter?.open).toEqual({ is: 'waiting', isTaken: false, phone: null, opens: null })
      await lookAgain()
      expect(await requestsOf(one)).toMatchObject([{ state: 'asked' }])
      feels('fine')
      await lookAgain(2)
      expect(await requestsOf(one)).toMatchObject([{ state: 'failed', code: 'NOT TAKEN', note: null }])
      expect((await pageOf(one)).counter?.open).toMatchObject({ words: expect.stringContaining('Inga pengar') })
    },
  )

  test('took the request without answering is polled for the outcome', async () => {
    const one = await asked()
    feels('takes, and says nothing')
    valueFrom(await press(one, { intent: 'swish-by-number', phone: '0701740699' }))
    const [request] = await requestsOf(one)
    feels('fine')
    swish.becomes(request?.id ?? '', paid({ payerAlias: '46701740699' }))
    await lookAgain()
    expect((await pageOf(one)).status).toBe('paid')
  })

  test('never reports the outcome is polled for a day with back-off; then the request lapses and is noted', async () => {
    const one = await begun()
    await lookAgain(5)
    expect((await pageOf(one)).counter?.open).toMatchObject({
      words: expect.stringContaining('har inte sagt hur det gick'),
    })
    const looksBefore = swish.looks(one.id)
    for (let hour = 0; hour < 23; hour++) await lookAgain(60)
    expect(await requestsOf(one)).toMatchObject([{ state: 'unknown', note: null }])
    for (let hour = 0; hour < 3; hour++) await lookAgain(60)
    const looks = swish.looks(one.id)
    expect(looks - looksBefore).toBeGreaterThan(3)
    expect(looks - looksBefore).toBeLessThan(40)
    expect(await requestsOf(one)).toMatchObject([
      { state: 'lapsed', note: expect.stringContaining('Titta hos banken') },
    ])
    expect(await shownToAdmins()).toContain(one.id)
    await lookAgain(60)
    expect(swish.looks(one.id)).toBe(looks)
  })

  test('reports paid late, after a second request was begun, still pays the charge', async () => {
    const one = await begun()
    await lookAgain(5)
    valueFrom(await press(one))
    swish.becomes(one.id, paid())
    await lookAgain(120)
    expect((await pageOf(one)).status).toBe('paid')
  })

  test('has another certificate authority, or refuses our certificate, receives no request', async () => {
    const strangers = makeAuthority('Somebody')
    const one = await asked()
    const before = swish.requests.size
    for (const account of [
      { ...swish.account, ca: strangers.cert },
      { ...swish.account, ...strangers.vouchFor('1231181189') },
    ]) {
      house.swish = openGetswish(account, origin)
      await press(one)
    }
    expect(swish.requests.size).toBe(before)
    expect((await requestsOf(one)).every(({ state }) => state === 'failed' || state === 'asked')).toBe(true)
  })
})

test('the demo answers in the phone’s place: yes pays the charge and no leaves it open', async () => {
  house.swish = openLocalSwish()
  for (const [says, status] of [
    ['no', 'open'],
    ['yes', 'paid'],
  ] as const) {
    const one = await asked()
    valueFrom(await press(one))
    const answer = (values: Record<string, string>) =>
      answerInPhonesPlace(house, one.member.signedIn, one.charge.id, values)
    expect(await answer({ says: 'constructor' })).toBe(notAsked)
    valueFrom(await answer({ says }))
    expect((await pageOf(one)).status).toBe('open')
    await askSwishBack(house)
    expect((await pageOf(one)).status).toBe(status)
  }
})
