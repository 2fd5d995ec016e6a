import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requestBooking } from '~/bookings/book/request-booking.server'
import { answerProposal } from '~/bookings/change/answer-proposal.server'
import { confirmBooking, declineBooking } from '~/bookings/change/answer-request.server'
import { cancelBooking } from '~/bookings/change/cancel-booking.server'
import { countHeld } from '~/bookings/change/count-said.server'
import { proposeTime } from '~/bookings/change/propose-time.server'
import { sayDone, sayNoShow, takeBack } from '~/bookings/change/say-done.server'
import { tendOne } from '~/bookings/change/tend-bookings.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { onlyTurn } from '~/platform/work/one-run'
import { isDeadEnd } from '~/shared/outcome'
import { openShop, visitOf } from '../support/bookings'
import { type TestHouse, useHouse } from '../support/house'
import {
  type Actor,
  type Answer,
  blankPaper,
  type Deed,
  doOnPaper,
  modelServices,
  type Paper,
  story,
  sumsOnPaper,
} from '../support/model/booking-model'
import { ofVeryMany } from '../support/pace/long'
import { joinAsMember } from '../support/people'

/**
 * Model-based test: random days are carried out by the product on a real PostgreSQL and by the model in
 * test/support/model/booking-model.ts. After each deed both must agree on the answer, and at the end on bookings, every
 * öre and points. A failing day is shrunk to a minimal one.
 */
// All ten thousand in `npm run faults`; a share of them in other runs, with random seeds.
const stories = ofVeryMany(10_000, 1_200, 30)
/** Days run in parallel, since each waits for the database most of the time. */
const tellers = 8

const house = useHouse()
const day = '2027-02-01'
const opens = Date.parse('2027-02-01T07:00:00Z')
const at = (slot: number) => new Date(opens + slot * 30 * 60_000)

test(`${stories} random days of bookings match the model`, async () => {
  const actors = { member: (await joinAsMember(house)).signedIn, owner: (await openShop(house)).owner.signedIn }
  const told = fc.asyncProperty(story, (one) => tell(one.capacity, one.deeds, actors))
  // A whole number: fast-check counts runs down to zero, which a fraction never reaches.
  const numRuns = Math.ceil(stories / tellers)
  await Promise.all(Array.from({ length: tellers }, () => fc.assert(told, { numRuns })))
}, 1_800_000)

type Cast = { company: SignedIn; members: [SignedIn, SignedIn]; companyId: string; services: string[] }

async function tell(capacity: number, deeds: readonly Deed[], actors: { member: SignedIn; owner: SignedIn }) {
  const cast = await hire(capacity, actors)
  const paper = blankPaper(capacity)
  const ids: string[] = []
  for (const deed of deeds) {
    const product = { ...house, clock: { ...house.clock, now: () => new Date(opens - paper.hoursLeft * 3_600_000) } }
    const answer = await doInProduct(product, cast, deed, paper, ids)
    const expected = doOnPaper(paper, deed)
    // Time has passed, so what the company has said may count now. Only for this day's bookings, since parallel days
    // have clocks of their own.
    if (deed.do === 'wait') for (const id of ids) await tendOne(product, (db, now) => countHeld(db, id, now), onlyTurn)
    expect({ deed, answer }).toEqual({ deed, answer: expected })
  }
  await expectSame(paper, cast, ids)
}

/** New people and a new company, so that parallel days do not collide. */
async function hire(capacity: number, { member, owner }: { member: SignedIn; owner: SignedIn }): Promise<Cast> {
  const mark = randomUUID()
  const [first, second] = modelServices
  const { rows } = await sql<{ people: string[]; company: string; services: string[] }>`
    with people as (
      insert into profiles (full_name, email, postcode, user_role)
      select 'P' || n, n || ${`${mark}@exempel.se`}, '12540', case n when 2 then 'company' else 'member' end
      from generate_series(0, 2) as n returning id, full_name
    ), company as (
      insert into companies (owner_id, name, org_number, category, address, postcode, email, phone, capacity)
      select id, 'Firman', '1', 'other', 'Vägen 1', '12540', ${`f${mark}@exempel.se`}, '+46701740600', ${capacity}
      from people where full_name = 'P2' returning id
    ), hours as (
      insert into opening_hours (company_id, weekday, opens, closes)
      select id, 1, '08:00', '12:00' from company
    ), kinds as (
      insert into services (company_id, title, category, base_price_cents, duration_min, buffer_min, position)
      select company.id, 'T' || place, 'other', ore, minutes, buffer, place from company, (values
        (0, ${first.listOre}::int, ${first.halves * 30}::int, ${first.buffer * 30}::int),
        (1, ${second.listOre}::int, ${second.halves * 30}::int, ${second.buffer * 30}::int)
      ) as made (place, ore, minutes, buffer) returning id, position
    )
    select (select array_agg(id order by full_name) from people) as people, (select id from company) as company,
      (select array_agg(id order by position) from kinds) as services`.execute(house.db)
  const [made] = rows
  const [a, b, boss] = made?.people ?? []
  if (!made || !a || !b || !boss) throw new Error('nobody came')
  const as = (like: SignedIn, id: string): SignedIn => ({
    ...like,
    person: { ...like.person, id, email: `${id}@exempel.se`, postcode: '12540' },
  })
  return {
    company: as(owner, boss),
    members: [as(member, a), as(member, b)],
    companyId: made.company,
    services: made.services,
  }
}

async function doInProduct(product: TestHouse, cast: Cast, deed: Deed, paper: Paper, ids: string[]): Promise<Answer> {
  if (deed.do === 'wait') return 'yes'
  if (deed.do === 'book') {
    const start = at(deed.slot).toISOString()
    const seenOf = (service: 0 | 1) => `${sumsOnPaper(service).pays} ${modelServices[service].halves * 30} 24 customer`
    const other = deed.service === 0 ? 1 : 0
    const seen = deed.also ? `${seenOf(deed.service)} + ${seenOf(other)}` : seenOf(deed.service)
    const values = {
      key: randomUUID(),
      service: cast.services[deed.service] ?? '',
      also: deed.also ? (cast.services[other] ?? '') : '',
      day,
      start,
      seen,
      early: 'on',
      address: 'Provgatan 1',
    }
    const booked = await requestBooking(product, cast.members[deed.by], values)
    if (booked.ok) ids.push(...(await idsOf(booked.value.id)))
    return booked.ok ? 'yes' : 'no'
  }
  const does = {
    confirm: confirmBooking,
    decline: declineBooking,
    complete: sayDone,
    'no-show': sayNoShow,
    'take back': takeBack,
    cancel: cancelBooking,
    propose: proposeTime,
    answer: answerProposal,
  }[deed.do]
  const index = deed.which % Math.max(1, ids.length)
  const booker = paper.bookings[index]?.by ?? 0
  const values = {
    id: ids[index] ?? randomUUID(),
    ...(deed.do === 'cancel' && deed.understood ? { understood: 'on' } : {}),
    ...(deed.do === 'propose' ? { start: at(deed.slot).toISOString(), early: 'on' } : {}),
    ...(deed.do === 'answer' ? { answer: deed.yes ? 'yes' : 'no', early: 'on' } : {}),
  }
  const done = await does(product, signedInAs(cast, deed.by, booker), values)
  if (isDeadEnd(done)) return 'nothing'
  return done.ok ? 'yes' : 'no'
}

/** All bookings of the same visit, in order of time. */
async function idsOf(id: string): Promise<string[]> {
  const visit = await visitOf(house, id)
  return visit.length > 0 ? visit.map((one) => one.id) : [id]
}

function signedInAs({ company, members }: Cast, actor: Actor, booker: 0 | 1): SignedIn {
  if (actor === 'company') return company
  return members[actor === 'its member' ? booker : booker === 0 ? 1 : 0]
}

async function expectSame(paper: Paper, cast: Cast, ids: string[]) {
  const rows = await house.db.selectFrom('bookings').selectAll().where('company_id', '=', cast.companyId).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  expect(rows).toHaveLength(paper.bookings.length)
  for (const [index, { service, slot, busy, status, by, said, asked, endedBy, cameNot }] of paper.bookings.entries()) {
    const { list, discount, fee, pays, provider } = sumsOnPaper(service)
    expect(byId.get(ids[index] ?? '')).toMatchObject({
      customer_id: cast.members[by].person.id,
      status,
      said: said && { complete: 'complete', 'no-show': 'mark as no-show' }[said.what],
      scheduled_at: at(slot),
      busy_until: at(slot + busy),
      proposed_at: asked && at(asked.slot),
      proposed_by: asked?.by ?? null,
      cancelled_by: endedBy,
      no_show: cameNot,
      price_list_cents: list,
      discount_cents: discount,
      platform_fee_cents: fee,
      stripe_fee_cents: 0,
      amount_customer_pays_cents: pays,
      amount_to_provider_cents: provider,
    })
  }
  const live = rows.filter((row) => row.status !== 'cancelled')
  for (const one of live) {
    const at = one.scheduled_at
    const atOnce = live.filter((other) => other.scheduled_at <= at && at < other.busy_until)
    expect(atOnce.length).toBeLessThanOrEqual(paper.capacity)
  }
  const points = await house.db
    .selectFrom('point_entries')
    .select((of) => ['profile_id', of.fn.sum<number>('points').as('points')])
    .where(
      'profile_id',
      'in',
      cast.members.map(({ person }) => person.id),
    )
    .groupBy('profile_id')
    .execute()
  for (const [index, { person }] of cast.members.entries()) {
    const done = paper.bookings.filter(({ by, status }) => by === index && status === 'completed')
    const earned = done.reduce((sum, { service }) => sum + Math.floor(sumsOnPaper(service).pays / 10_00), 0)
    expect(points.find(({ profile_id: id }) => id === person.id)?.points ?? 0).toBe(earned)
  }
}
