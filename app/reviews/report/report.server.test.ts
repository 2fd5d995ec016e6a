import { beforeEach, describe, expect, test } from 'vitest'
import { readAttention } from '~/admin/attention/read-attention.server'
import { readAudit } from '~/audit/public.server'
import { notThere } from '~/shared/outcome'
import { exportAccount } from '~/shell/leaving/export-account.server'
import { setClock } from '../../../test/support/bookings'
import { nobodys, settle } from '../../../test/support/crowds/done-jobs'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, type Resident } from '../../../test/support/people'
import { hideReview } from '../hide-review.server'
import { readCompanyReviews, readReviewsForAdmin } from '../read-reviews.server'
import { saveReview } from '../save-review.server'
import { keepReview } from './decide-reports.server'
import { readReviewToReport, reportReview } from './report-review.server'

const house = useHouse()

beforeEach(() => setClock('2026-11-20T12:00:00Z'))

async function written() {
  const done = await settle(house)
  valueFrom(await saveReview(house, done.member.signedIn, done.bookingId, { stars: '1', words: 'Grannen ljuger' }))
  const { id } = await house.db
    .selectFrom('reviews')
    .select('id')
    .where('booking_id', '=', done.bookingId)
    .executeTakeFirstOrThrow()
  return { ...done, id }
}

const why = { reason: 'Det handlar om min granne' }
const report = (who: Resident, id: string, values: Record<string, string> = why) =>
  reportReview(house, who.signedIn, id, values)
const look = async (who: Resident, id: string) => found(await readReviewToReport(house, who.signedIn, id))
const reported = async (admin: Resident) => (await readReviewsForAdmin(house, admin.signedIn, 'reported', null)).reviews
const waiting = async () => (await readAttention(house)).find(({ what }) => what === 'Anmälda omdömen')

test('a reported review waits for an administrator, who keeps it with a reason that the reporter reads', async () => {
  const { id } = await written()
  const [siv, admin] = [await joinAsMember(house), await joinAsAdmin(house)]
  house.told.length = 0
  valueFrom(await report(siv, id))
  expect(house.told).toEqual([{ to: ['admin'], about: 'reviews' }])
  expect(await look(siv, id)).toMatchObject({
    report: { reason: why.reason, decision: null },
    review: { words: 'Grannen ljuger' },
  })
  expect(await waiting()).toMatchObject({ count: '1', to: '/dashboard/admin/reviews?visa=anmalda' })
  expect(await reported(admin)).toMatchObject([
    { id, reports: [{ reason: why.reason, reporterId: siv.signedIn.person.id }] },
  ])
  await house.deliver()
  house.told.length = house.woken.length = 0
  for (let twice = 0; twice < 2; twice++) valueFrom(await keepReview(house, admin.signedIn, { id, reason: 'En åsikt' }))
  expect(house.told).toContainEqual({ to: ['admin'], about: 'reviews' })
  expect(house.woken).toContain('messages')
  const letters = (await house.deliver()).filter(({ recipient }) => recipient === siv.email)
  expect(letters.map(({ subject }) => subject)).toEqual(['Omdömet som du anmälde står kvar'])
  expect(letters[0]?.text).toContain('Skälet: En åsikt')
  expect(await look(siv, id)).toMatchObject({ report: { decision: 'kept', answer: 'En åsikt' } })
  expect([await waiting(), await reported(admin)]).toEqual([undefined, []])
  const [entry] = await readAudit(house.db, { kind: 'company', id: (await companyOf(id)) ?? '' }, 1)
  expect(entry).toMatchObject({ deed: 'keep review', reason: 'En åsikt' })
})

const companyOf = async (id: string) =>
  (await house.db.selectFrom('reviews').select('company_id').where('id', '=', id).executeTakeFirst())?.company_id

test('hiding a review tells everybody who reported it once, without the reason', async () => {
  const { id, shop } = await written()
  const [siv, admin] = [await joinAsMember(house), await joinAsAdmin(house)]
  for (const who of [siv, shop.owner]) valueFrom(await report(who, id))
  await house.deliver()
  valueFrom(await hideReview(house, admin.signedIn, { id, reason: 'Förtal' }))
  const letters = await house.deliver()
  for (const who of [siv, shop.owner]) {
    expect(mailTo(letters, who.email).text).not.toContain('Förtal')
  }
  expect(mailTo(letters, siv.email).subject).toBe('Omdömet som du anmälde visas inte längre')
  expect(mailTo(letters, siv.email).text).toContain('Tack för att du sa till')
  // A company is addressed as several people.
  expect(mailTo(letters, shop.owner.email).subject).toBe('Omdömet som ni anmälde visas inte längre')
  expect(mailTo(letters, shop.owner.email).text).toMatch(/Tack för att ni sa till[\s\S]*Tycker ni/)
  expect(mailTo(letters, shop.owner.email).text).not.toMatch(/\bdu\b/i)
  expect([(await look(siv, id)).you, (await look(shop.owner, id)).you]).toEqual(['du', 'ni'])
  expect(await look(siv, id)).toMatchObject({ review: null, report: { decision: 'hidden' } })
  valueFrom(await hideReview(house, admin.signedIn, { id, reason: 'Förtal och hot' }))
  expect((await house.deliver()).filter(({ recipient }) => recipient === siv.email)).toEqual([])
})

test('twenty concurrent reports are stored once, and a person may have ten undecided reports', async () => {
  const { id } = await written()
  const siv = await joinAsMember(house)
  for (const answer of await Promise.all(Array.from({ length: 20 }, () => report(siv, id)))) valueFrom(answer)
  const rows = () =>
    house.db.selectFrom('review_reports').select('reason').where('reporter_id', '=', siv.signedIn.person.id).execute()
  expect(await rows()).toEqual([why])
  const others = []
  for (let made = 0; made < 10; made++) others.push((await written()).id)
  const answers = await Promise.all(others.map((other) => report(siv, other)))
  expect(answers.filter(({ ok }) => !ok).map((answer) => refusalFrom(answer).message)).toEqual([
    expect.stringMatching(/^Du har 10 anmälningar/),
  ])
  expect(await rows()).toHaveLength(10)
})

test('a company sees in its list which reviews it has reported, and not that others have', async () => {
  const { id, shop } = await written()
  const reports = async () =>
    (await readCompanyReviews(house, shop.owner.signedIn, 'all', null)).reviews.map((review) => [
      review.id,
      review.reported,
    ])
  valueFrom(await report(await joinAsMember(house), id))
  expect(await reports()).toEqual([[id, null]])
  valueFrom(await report(shop.owner, id))
  expect(await reports()).toEqual([[id, '20 november 2026']])
})

describe('a report is refused', () => {
  test('without a reason, of one’s own review, and of one that does not exist or is not public', async () => {
    const { id, member, shop } = await written()
    const [siv, admin] = [await joinAsMember(house), await joinAsAdmin(house)]
    expect(refusalFrom(await report(siv, id, { reason: ' ' })).fields.reason).toMatch(/^Skriv varför/)
    expect(refusalFrom(await report(siv, id, { reason: 'x'.repeat(1001) })).fields.reason).toMatch(/högst 1.000 tecken/)
    expect(refusalFrom(await report(member, id)).message).toBe('Det är ditt eget omdöme.')
    for (const other of [nobodys(), 'no-id']) {
      expect(await report(siv, other)).toEqual(notThere)
      expect(await readReviewToReport(house, siv.signedIn, other)).toEqual(notThere)
    }
    await house.db
      .updateTable('companies')
      .set({ review_state: 'hidden', hidden_reason: 'Prov' })
      .where('id', '=', shop.companyId)
      .execute()
    expect(await report(siv, id)).toEqual(notThere)
    expect(await readReviewToReport(house, siv.signedIn, id)).toEqual(notThere)
    await house.db
      .updateTable('companies')
      .set({ review_state: 'approved', hidden_reason: null })
      .where('id', '=', shop.companyId)
      .execute()
    valueFrom(await hideReview(house, admin.signedIn, { id, reason: 'Förtal' }))
    expect(await report(siv, id)).toEqual(notThere)
    expect(await readReviewToReport(house, siv.signedIn, id)).toEqual(notThere)
  })
})

test('only an administrator can keep a review, and only with a reason', async () => {
  const { id } = await written()
  const [siv, admin] = [await joinAsMember(house), await joinAsAdmin(house)]
  await expect(keepReview(house, siv.signedIn, { id, reason: 'x' })).rejects.toThrow('not allowed')
  expect(refusalFrom(await keepReview(house, admin.signedIn, { id, reason: '' })).fields.reason).toMatch(
    /^Skriv varför/,
  )
  for (const other of [nobodys(), 'no-id'])
    expect(await keepReview(house, admin.signedIn, { id: other, reason: 'x' })).toEqual(notThere)
})

test('a report is in the data export of whoever sent it, and is deleted with their account', async () => {
  const { id } = await written()
  const siv = await joinAsMember(house)
  valueFrom(await report(siv, id))
  expect(await exportAccount(house, siv.signedIn)).toMatchObject({ anmäldaOmdömen: [{ varför: why.reason }] })
  await house.db.deleteFrom('profiles').where('id', '=', siv.signedIn.person.id).execute()
  const left = await house.db.selectFrom('review_reports').select('id').where('review_id', '=', id).execute()
  expect(left).toEqual([])
})
