import { afterEach, expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { joinAsAdmin, joinAsMember } from '../../test/support/people'
import { noteRun } from './chore-store.server'
import { readChores } from './read-chores.server'
import { readUpkeep, readUpkeepPage } from './read-upkeep.server'
import { readUpkeepWaiting } from './read-waiting.server'
import { tellOfOldBackups } from './tell-of-backups.server'
import type { Result } from './trial'
import { isBeingTried, readTrials } from './trial-store.server'
import { noteTriedElsewhere, tryTonightsBackup } from './try-backup.server'

const house = useHouse()
afterEach(async () => {
  await house.db.deleteFrom('backup_trials').execute()
  await house.db.deleteFrom('chore_runs').execute()
})

const counts = { people: 5, companies: 4, bookings: 3, alarms: 2, vouchers: 1 }
const whole = (): Result => ({ outcome: 'whole', madeAt: house.clock.now(), counts })
const broken: Result = { outcome: 'books', madeAt: new Date('2026-11-25T02:00:00Z'), counts }

/** Moves the clock to the given hour of the next night. */
function toTheNight(hour = 4) {
  const here = Temporal.Instant.fromEpochMilliseconds(house.clock.now().getTime()).toZonedDateTimeISO(
    'Europe/Stockholm',
  )
  const next = here.add({ days: 1 }).with({ hour, minute: 0, second: 0, millisecond: 0 })
  house.clock.forward({ minutes: (next.epochMilliseconds - here.epochMilliseconds) / 60_000 })
}

async function mailsTo(email: string) {
  return (await house.deliver()).filter(({ recipient }) => recipient === email)
}

test('tries a night’s backup once among several processes, and not before three', async () => {
  // There is no two o'clock in the night when summer time begins.
  toTheNight(1)
  expect(await tryTonightsBackup(house, async () => whole())).toBeNull()
  toTheNight(4)
  let tried = 0
  const tries = async () => {
    tried++
    return whole()
  }
  const both = await Promise.all([tryTonightsBackup(house, tries), tryTonightsBackup(house, tries)])
  expect(both.filter(Boolean)).toHaveLength(1)
  house.clock.forward({ hours: 12 })
  expect(await tryTonightsBackup(house, tries)).toBeNull()
  expect(tried).toBe(1)
  toTheNight()
  expect(await tryTonightsBackup(house, tries)).not.toBeNull()
  expect((await readTrials(house.db, 9, house.clock.now())).map(({ outcome }) => outcome)).toEqual(['whole', 'whole'])
  expect(await house.deliver()).toEqual([])
})

test('mails an administrator once about a failed backup, and lists it as waiting', async () => {
  const admin = await joinAsAdmin(house)
  toTheNight()
  await house.deliver()
  await tryTonightsBackup(house, async () => broken)
  expect(house.woken).toContain('messages')
  const [mail, ...more] = await mailsTo(admin.email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Säkerhetskopian: bokföringen i kopian går inte ihop')
  expect(mail?.text).toContain('/dashboard/admin/upkeep')
  const waiting = await readUpkeepWaiting(house)
  expect(waiting.failed?.since).toEqual(house.clock.now())
  const { backups } = await readUpkeep(house, admin.signedIn)
  expect([backups.standing, backups.title]).toEqual(['failed', 'Bokföringen i kopian går inte ihop'])
})

test('begins a trial that was cut off three times, and then mails about it', async () => {
  const admin = await joinAsAdmin(house)
  toTheNight()
  const neverComesBack = () => new Promise<null>(() => {})
  for (const turn of [1, 2, 3]) {
    void tryTonightsBackup(house, neverComesBack)
    await expect.poll(() => isBeingTried(house.db, house.clock.now()), { message: `turn ${turn}` }).toBe(true)
    house.clock.forward({ minutes: 44 })
    expect(await tryTonightsBackup(house, async () => whole()), 'somebody may still be at it').toBeNull()
    house.clock.forward({ minutes: 1 })
  }
  expect(await tryTonightsBackup(house, async () => whole())).toBeNull()
  expect((await readTrials(house.db, 9, house.clock.now())).map(({ outcome }) => outcome)).toEqual(['cut off'])
  expect((await mailsTo(admin.email)).map(({ subject }) => subject)).toEqual([
    'Säkerhetskopian: provet avbröts flera gånger innan det var klart',
  ])
})

test('a trial that is asked to stop releases the night at once', async () => {
  toTheNight()
  for (let stop = 0; stop < 4; stop++) expect(await tryTonightsBackup(house, async () => null)).toBeNull()
  expect(await tryTonightsBackup(house, async () => whole())).not.toBeNull()
})

test('a trial that throws releases the night', async () => {
  toTheNight()
  const fails = () => Promise.reject(new Error('no process could be started'))
  await expect(tryTonightsBackup(house, fails)).rejects.toThrow()
  expect(await tryTonightsBackup(house, async () => whole())).not.toBeNull()
})

test('ignores the result of a trial whose lease has expired', async () => {
  const admin = await joinAsAdmin(house)
  toTheNight()
  await house.deliver()
  let answer: (result: Result) => void = () => {}
  const slow = tryTonightsBackup(house, () => new Promise<Result>((resolve) => (answer = resolve)))
  await expect.poll(() => isBeingTried(house.db, house.clock.now())).toBe(true)
  house.clock.forward({ minutes: 46 })
  await tryTonightsBackup(house, async () => whole())
  answer(broken)
  await slow
  expect((await readTrials(house.db, 9, house.clock.now())).map(({ outcome }) => outcome)).toEqual(['whole'])
  expect(await mailsTo(admin.email)).toEqual([])
})

test('mails once that there is no new backup, until there is one', async () => {
  const admin = await joinAsAdmin(house)
  await house.deliver()
  expect(await tellOfOldBackups(house), 'where none was ever known').toBe(false)
  await noteTriedElsewhere(house, whole(), house.clock.now())
  house.clock.forward({ hours: 35 })
  house.woken.length = 0
  expect(await tellOfOldBackups(house)).toBe(false)
  expect(house.woken).toEqual([])
  house.clock.forward({ hours: 2 })
  const both = await Promise.all([tellOfOldBackups(house), tellOfOldBackups(house)])
  expect(both.toSorted()).toEqual([false, true])
  expect(house.woken).toEqual(['messages'])
  expect((await mailsTo(admin.email)).map(({ subject }) => subject)).toEqual(['Ingen ny säkerhetskopia'])
  expect((await readUpkeepWaiting(house)).old).not.toBeNull()
  house.clock.forward({ days: 100 })
  expect(await tellOfOldBackups(house)).toBe(false)
  expect(await readTrials(house.db, 9, house.clock.now()), 'how old the newest is stays known').toHaveLength(1)
  await noteTriedElsewhere(house, whole(), house.clock.now())
  expect((await readUpkeepWaiting(house)).old).toBeNull()
  house.clock.forward({ hours: 37 })
  expect(await tellOfOldBackups(house)).toBe(true)
})

test('a whole backup that has become unreadable is not offered for restoring', async () => {
  const admin = await joinAsAdmin(house)
  const [older, newer] = [whole(), { ...whole(), madeAt: new Date(house.clock.now().getTime() + 3_600_000) }]
  for (const result of [older, newer, { ...newer, outcome: 'unreadable' as const, counts: null }]) {
    house.clock.forward({ hours: 2 })
    await noteTriedElsewhere(house, result, house.clock.now())
  }
  const { backups } = await readUpkeep(house, admin.signedIn)
  expect(backups.title).toBe('Kopian går inte att läsa')
  expect(backups.words[1]).toContain('6 timmar sedan')
})

test('reports an unknown backup in production, and not in the demo', async () => {
  const waiting = (mode: 'demo' | 'production') => readUpkeepWaiting({ ...house, config: { ...house.config, mode } })
  expect([(await waiting('demo')).isUnknown, (await waiting('production')).isUnknown]).toEqual([false, true])
  await noteTriedElsewhere(house, whole(), house.clock.now())
  expect((await waiting('production')).isUnknown).toBe(false)
})

test('a chore’s last success is the latest of all processes, and stays when it fails', async () => {
  const earlier = house.clock.now()
  const later = new Date(earlier.getTime() + 5_000)
  await noteRun(house.db, 'memberships', 'well', later)
  await noteRun(house.db, 'memberships', 'well', earlier)
  await noteRun(house.db, 'memberships', 'wrong', later)
  await noteRun(house.db, 'a chore of before', 'well', earlier)
  const standings = await readChores(house)
  expect(standings.find(({ name }) => name === 'memberships')).toEqual({
    name: 'memberships',
    succeededAt: later,
    failedAt: later,
    isBehind: false,
  })
  expect(standings.map(({ name }) => name)).not.toContain('a chore of before')
})

test('chores that are behind are counted and listed first', async () => {
  const admin = await joinAsAdmin(house)
  const now = house.clock.now()
  for (const { name } of await readChores(house)) await noteRun(house.db, name, 'well', now)
  house.clock.forward({ hours: 3, minutes: 9 })
  for (const { name } of await readChores(house)) {
    if (name !== 'what broke long ago' && name !== 'tips that stand out')
      await noteRun(house.db, name, 'well', house.clock.now())
  }
  expect((await readUpkeepWaiting(house)).choresBehind).toBe(0)
  house.clock.forward({ minutes: 2 })
  const page = await readUpkeepPage(house, admin.signedIn)
  expect(page.choresBehind).toBe(1)
  expect(page.chores[0]).toMatchObject({ name: 'tips that stand out', isBehind: true })
  expect((await readUpkeepWaiting(house)).choresBehind).toBe(1)
})

test('only an administrator may read the upkeep page', async () => {
  const member = await joinAsMember(house)
  await expect(readUpkeep(house, member.signedIn)).rejects.toThrow()
  await expect(readUpkeepPage(house, member.signedIn)).rejects.toThrow()
})
