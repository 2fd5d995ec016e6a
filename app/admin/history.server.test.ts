import { expect, test } from 'vitest'
import { everything } from '~/audit/audit-search'
import { type AuditEntry, recordAudit, recordRefusal } from '~/audit/audit-store.server'
import { csvInstant } from '~/platform/http/csv.server'
import { formatInstant } from '~/shared/time'
import { openShop, placeBooking } from '../../test/support/bookings'
import { holdWakes, useHouse } from '../../test/support/house'
import { joinAsAdmin, joinAsMember } from '../../test/support/people'
import { exportAudit } from './export-audit.server'
import { readActivity } from './read-activity.server'
import { type HistoryRow, readHistory } from './search-audit.server'

/* The audit log as administrators read it: in pages, as a file, and the latest entries on the overview. */

const house = useHouse()
holdWakes(house)

const nobody = '01a1fa7b-5906-731d-880d-3f8b23f1bbc7'
/** The name shown on a line; null for an entry without a signed-in actor. */
const whoOf = ({ actor }: HistoryRow) => (actor ? actor.name : null)
const gone = 'Någon som har lämnat'
const write = (given: Partial<AuditEntry> & { by?: string } = {}) =>
  recordAudit(house.db, {
    at: house.clock.now(),
    actor: { address: '192.0.2.1', person: { id: given.by ?? nobody } },
    deed: 'hide company',
    subject: { kind: 'company', id: 'c1' },
    before: {},
    after: {},
    ...given,
  })

test('an entry shows who did what to whom, with the changes, and names for people who still exist', async () => {
  const [admin, siv] = [await joinAsAdmin(house), await joinAsMember(house, { name: 'Siv Lind' })]
  const { id: adminId, name } = admin.signedIn.person
  const sivId = siv.signedIn.person.id
  const at = house.clock.now()
  const roles = { before: { role: 'member' }, after: { role: 'admin' } }
  await write({ by: adminId, at, deed: 'change role', subject: { kind: 'person', id: sivId }, reason: 'Bad', ...roles })
  await write({ by: sivId, subject: { kind: 'person', id: nobody } })
  await write({ subject: { kind: 'postcode', id: '12540' } })
  await recordRefusal(house.db, { at, actorId: null, address: '', door: 'GET /dashboard/admin', as: 'signed out' })
  await write({ subject: { kind: 'company', id: sivId } })
  const { entries } = await readHistory(house, admin.signedIn, everything, null)
  expect(entries.map((entry) => [whoOf(entry), entry.subject.label, entry.subject.name])).toEqual([
    [gone, 'Företag', null],
    [null, 'Dörr i adminpanelen', 'GET /dashboard/admin'],
    [gone, 'Postnummer', '12540'],
    ['Siv Lind', 'Användare', gone],
    [name, 'Användare', 'Siv Lind'],
  ])
  expect(entries.at(-1)).toMatchObject({
    ...{ at, when: formatInstant(at), what: 'Ändrade roll', actor: { id: adminId }, address: '192.0.2.1' },
    ...{ subject: { kind: 'person', id: sivId }, reason: 'Bad', changes: ['roll: medlem → administratör'] },
  })
})

test('pages the audit log by fifty, newest first by default, for administrators only', async () => {
  const admin = await joinAsAdmin(house)
  const reasons = Array.from({ length: 51 }, (_, index) => `nr ${index}`)
  for (const reason of reasons) await write({ reason, subject: { kind: 'company', id: 'paged' } })
  const search = { ...everything, subjectKind: 'company', subjectId: 'paged' }
  const page = async (before: string | null, order?: { by: 'at'; down: boolean }) => {
    const { entries, next } = await readHistory(house, admin.signedIn, search, before, order)
    return { reasons: entries.map(({ reason }) => reason), next, last: entries.at(-1)?.id }
  }
  const newest = await page(null)
  expect(newest).toEqual({ reasons: reasons.slice(1).toReversed(), next: newest.last, last: expect.any(String) })
  expect(await page(newest.next ?? null)).toMatchObject({ reasons: ['nr 0'], next: undefined })
  expect((await page(null, { by: 'at', down: false })).reasons).toEqual(reasons.slice(0, 50))
  const siv = await joinAsMember(house)
  await expect(readHistory(house, siv.signedIn, search, null)).rejects.toThrow('not allowed')
})

test('exports the entries of the search as CSV with reason and changes, and records the export', async () => {
  const admin = await joinAsAdmin(house)
  const at = house.clock.now()
  const filed = { kind: 'company', id: 'filed' } as const
  const changed = { before: { name: 'Lind', role: 'member' }, after: { name: 'Berg', role: 'admin' } }
  await write({ at, by: admin.signedIn.person.id, subject: filed, reason: 'Fel; stavat', ...changed })
  await recordRefusal(house.db, { at, actorId: null, address: '192.0.2.7', door: 'GET /filed', as: 'member' })
  const lines = async (search: Partial<typeof everything>) => {
    const order = { by: 'at', down: true } as const
    const asked = await exportAudit(house, admin.signedIn, { ...everything, ...search }, order)
    const written: string[] = []
    for await (const line of asked) written.push(line.trimEnd())
    return written
  }
  const { name } = admin.signedIn.person
  const when = csvInstant(at)
  const changes = 'namn: Lind → Berg · roll: medlem → administratör'
  expect(await lines({ subjectKind: 'company', subjectId: 'filed' })).toEqual([
    'Vad;När;Vem;Varifrån;Gäller;Skäl;Ändring',
    `Dolde företaget;${when};${name};192.0.2.1;Företag filed;"Fel; stavat";${changes}`,
  ])
  const knocked = await lines({ subjectKind: 'door', subjectId: 'GET /filed' })
  expect(knocked.slice(1)).toEqual([
    `Nekades i adminpanelen;${when};Inte inloggad;192.0.2.7;Dörr i adminpanelen GET /filed;;som: medlem`,
  ])
  // The search of an export is recorded with it.
  expect((await lines({ deed: 'export history' })).slice(2).map((line) => line.split(';')[4])).toEqual([
    'Hämtad lista slag=door&om=GET+%2Ffiled',
    'Hämtad lista slag=company&om=filed',
  ])
})

test('activity shows the newest ten of actions, sign-ups and bookings together', async () => {
  const admin = await joinAsAdmin(house)
  const shop = await openShop(house)
  const siv = (await joinAsMember(house, { name: 'Siv Lind' })).signedIn.person.id
  const minute = (count: number) => new Date(Date.UTC(2030, 0, 1, 12, count))
  // Everybody else signed up long before.
  await house.db
    .updateTable('profiles')
    .set({ created_at: minute(0) })
    .execute()
  await house.db
    .updateTable('profiles')
    .set({ created_at: minute(33) })
    .where('id', '=', siv)
    .execute()
  for (let count = 21; count <= 32; count++) await write({ at: minute(count), reason: `nr ${count}` })
  const booked = (customerId: string | null, service_title: string, created_at: Date) =>
    placeBooking(house, shop, customerId, minute(0), { status: 'cancelled', service_title, created_at })
  await booked(siv, 'Tvätt', new Date(minute(31).getTime() + 1))
  await booked(null, 'Putsning', minute(34))
  const { lines } = await readActivity(house, admin.signedIn)
  expect(lines.map((line) => [line.what, line.reason, whoOf(line)])).toEqual([
    ['Bokade Putsning', null, null],
    ['Nytt konto', null, 'Siv Lind'],
    ['Dolde företaget', 'nr 32', gone],
    ['Bokade Tvätt', null, 'Siv Lind'],
    ...[31, 30, 29, 28, 27, 26].map((count) => ['Dolde företaget', `nr ${count}`, gone]),
  ])
  const [putsning, account] = lines
  const firm = { kind: 'company', label: 'Företag', id: shop.companyId, name: null }
  expect(putsning).toMatchObject({ address: '', changes: [], when: formatInstant(minute(34)), subject: firm })
  expect(account?.subject).toEqual({ kind: 'person', label: 'Användare', id: siv, name: 'Siv Lind' })
})

test('refused attempts are counted for a day, at most a hundred', async () => {
  const admin = await joinAsAdmin(house)
  const now = new Date('2030-06-01T12:00:00Z')
  const at = { ...house, clock: { ...house.clock, now: () => now } }
  const knock = async (hours: number, more = 0) =>
    recordRefusal(house.db, {
      ...{
        at: new Date(now.getTime() - hours * 3_600_000 - more),
        actorId: null,
        address: '',
        door: 'GET /x',
        as: 'x',
      },
    })
  await knock(24, 1)
  await knock(24)
  const knocks = async () => (await readActivity(at, admin.signedIn)).knocks
  expect(await knocks()).toBe('1')
  for (let more = 0; more < 98; more++) await knock(1)
  expect(await knocks()).toBe('99')
  await knock(1)
  expect(await knocks()).toBe('100+')
})
