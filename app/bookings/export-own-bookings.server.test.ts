import { beforeAll, beforeEach, expect, test } from 'vitest'
import { joinNear, openShop, placeBooking, type Shop, setClock } from '../../test/support/bookings'
import { useHouse, useTakenBack } from '../../test/support/house'
import type { Resident } from '../../test/support/people'
import {
  exportFavourites,
  exportFeed,
  exportMessages,
  exportOwnBookings,
  exportSeries,
  exportWaits,
} from './export-own-bookings.server'
import { insertFavourite } from './favourites/favourite-store.server'
import { insertMessage } from './messages/message-store.server'
import { insertCorrection, openDispute, sayPaid, writeDecision } from './paying/job-payment-store.server'
import { insertSeries } from './repeat/series-store.server'
import { answerOffer, insertOffer, insertWait } from './waiting/wait-store.server'
import { EARLY_START } from './withdrawal'

/** The data export contains everything about a person's bookings, amounts to the öre, and nothing of a neighbour's. */
const real = useHouse()
const house = useTakenBack(real)
const now = new Date('2027-02-03T09:00:00Z')
const at = (day: string, time = '09:00') => new Date(`2027-02-${day}T${time}:00Z`)
let shop: Shop
let [eva, siv] = [] as unknown as [Resident, Resident]
let [evas, sivs] = ['', '']

beforeAll(async () => {
  shop = await openShop(real, { capacity: 3 })
  eva = await joinNear(real, shop)
  siv = await joinNear(real, shop)
  evas = eva.signedIn.person.id
  sivs = siv.signedIn.person.id
})
beforeEach(() => setClock(now.toISOString()))

const money = {
  ...{ price_list_cents: 749_05, discount_cents: 74_90, amount_customer_pays_cents: 674_15 },
  ...{ platform_fee_cents: 37_45, amount_to_provider_cents: 636_70 },
}

test('the data export contains each booking with its price, payment statements and outcome', async () => {
  const { db } = house
  const early = { early_start: EARLY_START, early_start_at: at('01') }
  const where = { address: 'Provgatan 1', phone: '+46701740601', note: 'Bakom huset' }
  const proposed = { proposed_at: at('12'), proposed_by: 'company' } as const
  await placeBooking(house, shop, evas, at('10'), { ...money, ...where, ...proposed, status: 'pending' })
  const done = await placeBooking(house, shop, evas, at('01'), { ...money, status: 'completed' })
  const off = { status: 'cancelled', cancelled_by: 'member', withdrawn_at: now, withdrawal_due_cents: 168_53 } as const
  await placeBooking(house, shop, evas, at('02'), { ...money, ...early, ...off, confirmed_at: at('01') })
  await placeBooking(house, shop, sivs, at('10'), { lane: 2 })
  await sayPaid(db, done, 'member', at('01', '12:00'))
  await sayPaid(db, done, 'company', at('01', '13:00'))
  await openDispute(db, done, 'member', 'Halva jobbet', at('01', '14:00'))
  await writeDecision(db, done, { text: 'Vi har ringt.', isSettled: true, by: evas }, at('02'))
  await insertCorrection(db, done, { customerPaysOre: 300_07, feeOre: 16_66 }, at('02'))

  const kronor = { ordinariePrisKronor: 749.05, rabattKronor: 74.9, attBetalaKronor: 674.15 }
  const none = { attBetalaEfterÅngerKronor: null, rättatPrisKronor: null, duNoteradeBetald: null }
  expect((await exportOwnBookings(db, evas)).toSorted((a, b) => Number(a.börjar) - Number(b.börjar))).toMatchObject([
    {
      ...kronor,
      ...{
        tjänst: 'Hemstäd',
        företag: 'Lind Städ AB',
        status: 'Genomförd',
        börjar: at('01'),
        slutar: at('01', '10:00'),
      },
      ...{ genomförd: at('01', '10:00'), avbokad: null, attBetalaEfterÅngerKronor: null, rättatPrisKronor: 300.07 },
      ...{ duNoteradeBetald: at('01', '12:00'), företagetNoteradeBetald: at('01', '13:00') },
      ...{ oenseOmBetalning: 'Halva jobbet', beskedOmBetalning: 'Vi har ringt.', bokad: now, bekräftad: now },
    },
    {
      ...kronor,
      ...{ status: 'Avbokad', avbokad: now, ångrad: now, attBetalaEfterÅngerKronor: 168.53, rättatPrisKronor: null },
      ...{ samtyckeTillStartUnderÅngerfristen: EARLY_START, samtyckt: at('01'), bekräftad: at('01') },
    },
    {
      ...{ ...kronor, ...none, status: 'Väntar på bekräftelse', föreslagenTid: at('12'), skäl: null },
      ...{ adress: 'Provgatan 1', telefon: '+46701740601', meddelande: 'Bakom huset', bekräftad: null },
      ...{ företagetNoteradeBetald: null, oenseOmBetalning: null, beskedOmBetalning: null },
    },
  ])
  expect(await exportOwnBookings(db, sivs)).toMatchObject([{ ...none, ordinariePrisKronor: 1000 }])
})

test('the data export contains one’s own messages, series, waits, saved companies and calendar feed', async () => {
  const { db } = house
  const { companyId: company_id, serviceId: service_id } = shop
  const booked = await placeBooking(house, shop, evas, at('10'))
  const write = (by: 'member' | 'company', body: string, minute: string) =>
    insertMessage(db, { id: crypto.randomUUID(), bookingId: booked, by, body, now: at('03', minute) })
  await write('company', 'Hej', '10:01')
  await write('member', 'Hallå', '10:00')
  expect(await exportMessages(db, evas)).toMatchObject([
    {
      tjänst: 'Hemstäd',
      företag: 'Lind Städ AB',
      från: 'dig',
      text: 'Hallå',
      skickat: at('03', '10:00'),
      börjar: at('10'),
    },
    { från: 'företaget', text: 'Hej' },
  ])
  expect((await exportMessages(db, shop.owner.signedIn.person.id)).map(({ från }) => från)).toEqual(['kunden', 'dig'])
  expect(await exportMessages(db, sivs)).toEqual([])

  await insertSeries(db, {
    ...{ customer_id: evas, company_id, service_id, weeks: 4, start_time: '09:30', on_holidays: true, terms: 't' },
    ...{ next_day: '2027-03-01', due_at: now, created_at: at('01'), confirmed_at: at('02') },
  })
  expect(await exportSeries(db, evas)).toEqual([
    {
      ...{ hurOfta: 'Var fjärde vecka', tid: '09.30', ävenHelgdagar: true },
      ...{ frågadOm: at('01'), började: at('02'), slutade: null },
    },
  ])
  expect(await exportSeries(db, sivs)).toEqual([])

  const days = { from_day: '2027-02-04', to_day: '2027-02-10', part: 'morning', early_start: 'ja' } as const
  const wait = { customer_id: evas, company_id, service_id, service_title: 'Hemstäd', ...days, asked_at: at('01') }
  const wait_id = (await insertWait(db, { id: crypto.randomUUID(), ...wait })) ?? ''
  for (const [hour, answer] of [
    ['10', 'declined'],
    ['12', 'lapsed'],
    ['14', null],
  ] as const) {
    const time = {
      starts_at: at('05', `${hour}:00`),
      ends_at: at('05', `${hour}:30`),
      busy_until: at('05', `${hour}:30`),
    }
    const offered = { offered_at: at('02', `${hour}:00`), tell_at: now, until_at: at('03', `${hour}:00`) }
    const id = await insertOffer(db, { wait_id, company_id, ...time, lane: 3, ...offered })
    if (answer) await answerOffer(db, id, answer)
  }
  expect(await exportWaits(db, evas)).toMatchObject([
    {
      ...{ tjänst: 'Hemstäd', företag: 'Lind Städ AB', frånDag: '2027-02-04', tillDag: '2027-02-10', sedan: at('01') },
      ...{ närPåDagen: 'Förmiddag, före 12', samtyckeTillStartUnderÅngerfristen: 'ja' },
      erbjudnaTider: [
        { börjar: at('05', '10:00'), erbjuden: at('02', '10:00'), hölls: at('03', '10:00'), svar: 'nej tack' },
        { börjar: at('05', '12:00'), svar: 'inget svar' },
        { börjar: at('05', '14:00'), svar: null },
      ],
    },
  ])
  expect(await exportWaits(db, sivs)).toEqual([])

  await insertFavourite(db, evas, company_id, now)
  expect([await exportFavourites(db, evas), await exportFavourites(db, sivs)]).toEqual([
    [{ företag: 'Lind Städ AB', sparat: now }],
    [],
  ])
  await db
    .insertInto('calendar_feeds')
    .values({ profile_id: evas, created_at: at('01'), last_read_at: now })
    .execute()
  expect([await exportFeed(db, evas), await exportFeed(db, sivs)]).toEqual([
    { skapad: at('01'), senastHämtad: now },
    null,
  ])
})
