import { beforeEach, expect, test } from 'vitest'
import { deleteProfile } from '~/accounts/public.server'
import { confirmBooking, requestBooking } from '~/bookings/public.server'
import { exportAccount } from '~/shell/leaving/export-account.server'
import { askOne } from '../../../test/support/alarms'
import { bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { explain, scansOf, statementsOf } from '../../../test/support/crowds/plans'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsMember, type Resident } from '../../../test/support/people'
import { forgetPerson } from '../forget-person.server'
import { notifyPerson } from '../notify.server'
import { markRead } from './mark-read.server'
import { countUnread, readReceivedNotices } from './read-received.server'

const house = useHouse()
let shop: Shop
let member: Resident

beforeEach(async () => {
  setClock('2026-11-20T12:00:00Z')
  shop = await openShop(house)
  member = await joinNear(house, shop)
})

const listOf = (resident: Pick<Resident, 'signedIn'>, before: string | null = null) =>
  readReceivedNotices(house, resident.signedIn, before)
const idOf = ({ signedIn }: Pick<Resident, 'signedIn'>) => signedIn.person.id

test('both sides of a booking are notified, each reads their own, and no address, link or code is shown', async () => {
  const form = bookingValues(shop.serviceId, '2026-11-25', '10:00', { address: 'Hemliga gatan 7' })
  const { id } = valueFrom(await requestBooking(house, member.signedIn, form))
  valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
  const [company, own] = [await listOf(shop.owner), await listOf(member)]
  expect(own.notices[0]?.subject).toMatch(/^Bekräftad/)
  expect(own.notices[0]?.ways).toEqual([{ channel: 'mail', state: 'queued' }])
  expect(company.notices[0]?.text).toMatch(/vill boka er/)
  const all = JSON.stringify([own, company])
  for (const secret of ['Hemliga gatan', 'http://', 'token=']) expect(all).not.toContain(secret)
  await house.deliver()
  const later = (await listOf(member)).notices
  expect(later.find(({ id }) => id === own.notices[0]?.id)?.ways).toEqual([{ channel: 'mail', state: 'sent' }])
  // The mail with the verification link is listed, without its link.
  expect(later.map(({ text }) => text)).toContain('En länk eller kod, som bara står i själva meddelandet.')
  expect(house.told).toContainEqual({ to: expect.arrayContaining([`person:${idOf(member)}`]), about: 'notices' })
})

test('marking as read covers notices up to the one seen, and never moves back', async () => {
  const unread = () => countUnread(house.db, idOf(member))
  const tell = (subject: string) =>
    notifyPerson(house.db, idOf(member), {
      kind: 'postcode opened',
      subject,
      letter: { greeting: 'Hej', paragraphs: [] },
    })
  await tell('Ett')
  const [first] = (await listOf(member)).notices
  const before = await unread()
  await tell('Två')
  expect(await unread()).toBe(before + 1)
  valueFrom(await markRead(house, member.signedIn, { to: first?.id ?? '' }))
  expect(await unread()).toBe(1)
  const [newest] = (await listOf(member)).notices
  valueFrom(await markRead(house, member.signedIn, { to: newest?.id ?? '' }))
  valueFrom(await markRead(house, member.signedIn, { to: first?.id ?? '' }))
  expect(await unread()).toBe(0)
})

test('markRead answers "not asked" to an invalid id', async () => {
  expect(await markRead(house, member.signedIn, { to: 'x' })).toMatchObject({ end: 'not asked' })
})

test('pages through the list without gaps to its end', async () => {
  for (let n = 0; n < 25; n++) {
    await notifyPerson(house.db, idOf(member), {
      kind: 'postcode opened',
      subject: `Nummer ${n}`,
      letter: { greeting: 'Hej', paragraphs: [] },
    })
  }
  const first = await listOf(member)
  const second = await listOf(member, first.next)
  const subjects = [...first.notices, ...second.notices].map(({ subject }) => subject)
  expect(first.notices).toHaveLength(20)
  expect(second.next).toBeNull()
  expect(subjects.filter((subject) => subject.startsWith('Nummer'))).toEqual(
    Array.from({ length: 25 }, (_, n) => `Nummer ${24 - n}`),
  )
})

test('counts at most a hundred unread notices', async () => {
  const tell = (count: number) =>
    house.asOwner(`insert into outbox_messages (channel, kind, recipient, subject, body_text, body_html, person_id, created_at)
      select 'mail', 'postcode opened', 'x@exempel.se', 'x', 'x', '<p>x</p>', '${idOf(member)}', now() - n * interval '1 s'
      from generate_series(1, ${count}) n`)
  const before = await countUnread(house.db, idOf(member))
  await tell(99 - before)
  expect(await countUnread(house.db, idOf(member))).toBe(99)
  await tell(20)
  expect(await countUnread(house.db, idOf(member))).toBe(100)
})

test('the time of reading is in the exported file and deleted with the account', async () => {
  const other = await joinAsMember(house)
  await notifyPerson(house.db, idOf(other), {
    kind: 'postcode opened',
    subject: 'Ett',
    letter: { greeting: 'Hej', paragraphs: [] },
  })
  const [newest] = (await listOf(other)).notices
  valueFrom(await markRead(house, other.signedIn, { to: newest?.id ?? '' }))
  expect((await exportAccount(house, other.signedIn))?.aviseringar).toMatchObject({ notiserLästa: expect.any(Date) })
  await forgetPerson(house.db, idOf(other), null)
  await deleteProfile(house.db, idOf(other))
  expect((await listOf(other)).notices).toEqual([])
  expect(await house.db.selectFrom('notice_reads').selectAll().where('profile_id', '=', idOf(other)).execute()).toEqual(
    [],
  )
})

test('a question that a member asks somebody else is not a notice to the member', async () => {
  await house.deliver()
  const before = [(await listOf(member)).notices, await countUnread(house.db, idOf(member))]
  await askOne(house, member)
  expect([(await listOf(member)).notices, await countUnread(house.db, idOf(member))]).toEqual(before)
})

test('the list and the unread count read one person’s rows, by an index', async () => {
  await house.asOwner(`insert into outbox_messages (channel, kind, recipient, subject, body_text, body_html, person_id)
    select 'mail', 'postcode opened', 'x@example.se', 'x', 'x', 'x', uuidv7() from generate_series(1, 20000)`)
  await house.asOwner('analyze outbox_messages')
  const statements = await statementsOf(house, (db) =>
    readReceivedNotices({ db, clock: house.clock }, member.signedIn, null),
  )
  const plans = await Promise.all(statements.map((statement) => explain(house, statement)))
  const scans = plans.flatMap(scansOf).filter(({ relation }) => relation === 'outbox_messages')
  expect(scans.length).toBeGreaterThan(0)
  expect(scans.filter(({ kind, rows }) => kind === 'Seq Scan' || rows > 100)).toEqual([])
})
