import { afterEach, expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { joinAsAdmin } from '../../test/support/people'
import { noteRun, readRuns } from './chore-store.server'
import { readUpkeepPage } from './read-upkeep.server'
import { readUpkeepWaiting } from './read-waiting.server'
import { tellOfOldBackups } from './tell-of-backups.server'
import type { Outcome } from './trial'
import {
  claimNight,
  deleteTrialsBefore,
  insertTrial,
  isBeingTried,
  letGoOfNight,
  noteOld,
  readNewestWhole,
  readTrials,
  settleCutOff,
  settleTrial,
} from './trial-store.server'
import { noteTriedElsewhere, tryTonightsBackup } from './try-backup.server'

/** Nights and trials side by side, at the exact limits of time. */

const house = useHouse()
afterEach(async () => {
  await house.db.deleteFrom('backup_trials').execute()
  await house.db.deleteFrom('chore_runs').execute()
})

const now = new Date('2026-11-25T08:00:00Z')
const from = (ms: number) => new Date(now.getTime() + ms)
const minute = 60_000
const hour = 60 * minute
const counts = { people: 5, companies: 4, bookings: 3, alarms: 2, vouchers: 1 }
const tried = (beganAt: Date, outcome: Outcome = 'whole', madeAt: Date | null = beganAt) =>
  insertTrial(house.db, { outcome, madeAt, counts: outcome === 'whole' ? counts : null }, { beganAt, endedAt: beganAt })
const trials = async () =>
  (await readTrials(house.db, 99, now)).map(({ beganAt }) => (beganAt.getTime() - now.getTime()) / hour)

test('a lease on a night lasts forty-five minutes and is given three times', async () => {
  const night = '2026-11-25'
  const id = await claimNight(house.db, night, now)
  expect(await claimNight(house.db, night, from(45 * minute - 1))).toBeNull()
  expect(await isBeingTried(house.db, from(45 * minute - 1))).toBe(true)
  expect(await isBeingTried(house.db, from(45 * minute))).toBe(false)
  expect(await claimNight(house.db, '2026-11-26', from(1))).not.toBe(id)
  expect(await claimNight(house.db, night, from(45 * minute))).toBe(id)
  expect(await claimNight(house.db, night, from(90 * minute))).toBe(id)
  expect(await claimNight(house.db, night, from(900 * minute))).toBeNull()
})

test('marks past nights and third attempts as cut off once their lease has expired', async () => {
  await claimNight(house.db, '2026-11-24', now)
  await claimNight(house.db, '2026-11-25', now)
  expect(await settleCutOff(house.db, '2026-11-25', from(45 * minute - 1))).toBe(0)
  expect(await settleCutOff(house.db, '2026-11-25', from(45 * minute))).toBe(1)
  expect(await settleCutOff(house.db, '2026-11-25', from(46 * minute))).toBe(0)
  for (const turn of [1, 2]) await claimNight(house.db, '2026-11-25', from(turn * hour))
  expect(await settleCutOff(house.db, '2026-11-25', from(2 * hour + 45 * minute))).toBe(1)
  const rows = await house.db.selectFrom('backup_trials').selectAll().orderBy('night').execute()
  expect(rows).toMatchObject([
    { outcome: 'cut off', ended_at: from(45 * minute), attempts: 1 },
    { outcome: 'cut off', ended_at: from(2 * hour + 45 * minute), attempts: 3 },
  ])
})

test('only the holder of the lease records the result, once, or releases the night', async () => {
  const result = { outcome: 'whole' as const, madeAt: now, counts }
  const id = (await claimNight(house.db, '2026-11-25', now)) ?? ''
  const other = (await claimNight(house.db, '2026-11-26', now)) ?? ''
  await letGoOfNight(house.db, id, from(1))
  expect(await claimNight(house.db, '2026-11-25', from(1)), 'it is somebody else’s turn').toBeNull()
  await letGoOfNight(house.db, id, now)
  expect(await claimNight(house.db, '2026-11-25', from(1))).toBe(id)
  expect(await settleTrial(house.db, id, now, result, from(2))).toBe(false)
  expect(await settleTrial(house.db, id, from(1), result, from(2))).toBe(true)
  expect(await settleTrial(house.db, id, from(1), { ...result, outcome: 'books' }, from(3))).toBe(false)
  await letGoOfNight(house.db, id, from(1))
  const rows = await house.db.selectFrom('backup_trials').selectAll().orderBy('night').execute()
  expect(rows).toMatchObject([
    { id, outcome: 'whole', began_at: from(1), ended_at: from(2), attempts: 2, people: 5, vouchers: 1 },
    { id: other, outcome: null, ended_at: null },
  ])
})

test('lists finished trials, latest first, and finds the newest backup that is still whole', async () => {
  for (const hours of [-3, -1, -2]) await tried(from(hours * hour))
  await claimNight(house.db, '2026-11-25', now)
  expect(await trials()).toEqual([-1, -2, -3])
  expect((await readTrials(house.db, 2, now)).map(({ beganAt }) => beganAt)).toEqual([from(-hour), from(-2 * hour)])
  const newest = async () => (await readNewestWhole(house.db, now))?.madeAt
  expect(await readNewestWhole(house.db, now)).toEqual({
    outcome: 'whole',
    beganAt: from(-hour),
    madeAt: from(-hour),
    counts,
  })
  // A failed trial before the successful one does not count, nor does one of another backup.
  await tried(from(-2 * hour), 'unreadable', from(-hour))
  await tried(now, 'unreadable', from(-5 * hour))
  expect(await newest()).toEqual(from(-hour))
  await tried(now, 'unreadable', from(-hour))
  expect(await newest()).toEqual(from(-2 * hour))
  expect((await readTrials(house.db, 1, now))[0]?.counts).toBeNull()
})

test.each(['people', 'companies', 'bookings', 'alarms', 'vouchers'])(
  'shows no counts when %s is missing',
  async (left) => {
    const times = { beganAt: now, endedAt: now }
    await insertTrial(house.db, { outcome: 'books', madeAt: now, counts }, times)
    expect((await readTrials(house.db, 1, now))[0]?.counts).toEqual(counts)
    await house.db
      .updateTable('backup_trials')
      .set({ [left]: null })
      .execute()
    expect((await readTrials(house.db, 1, now))[0]?.counts).toBeNull()
  },
)

test('reports once that the newest backup is older than thirty-six hours', async () => {
  await tried(from(-40 * hour))
  await tried(now)
  expect(await isBeingTried(house.db, now)).toBe(false)
  expect(await noteOld(house.db, from(36 * hour))).toBeNull()
  expect(await noteOld(house.db, from(36 * hour + 1))).toEqual(now)
  expect(await noteOld(house.db, from(99 * hour))).toBeNull()
})

test('ignores trials dated in the future by a wrong clock, and overwrites runs dated so', async () => {
  await tried(from(-hour))
  await tried(from(9_000 * hour))
  await tried(from(-2 * hour), 'whole', from(9_000 * hour))
  expect(await trials()).toEqual([-1, -2])
  expect((await readNewestWhole(house.db, now))?.madeAt).toEqual(from(-hour))
  expect(await noteOld(house.db, from(35 * hour + 1))).toEqual(from(-hour))
  await noteRun(house.db, 'memberships', 'well', from(9_000 * hour))
  await noteRun(house.db, 'memberships', 'well', now)
  const succeeded = async () => (await readRuns(house.db))[0]?.succeededAt
  expect(await succeeded()).toEqual(now)
  // A time less than an hour ahead is kept; an hour ahead or more is overwritten.
  await noteRun(house.db, 'memberships', 'well', from(hour))
  await noteRun(house.db, 'memberships', 'well', from(1))
  expect(await succeeded()).toEqual(from(hour))
  await noteRun(house.db, 'memberships', 'well', now)
  expect(await succeeded()).toEqual(now)
})

test('deletes old trials except the newest whole one', async () => {
  for (const hours of [-4, -3]) await tried(from(hours * hour))
  await tried(from(-2 * hour), 'books')
  await tried(from(-hour), 'history')
  await claimNight(house.db, '2026-11-20', from(-99 * hour))
  await deleteTrialsBefore(house.db, from(-hour), now)
  expect(await trials()).toEqual([-1, -3])
  expect(await house.db.selectFrom('backup_trials').select('id').where('ended_at', 'is', null).execute()).toHaveLength(
    1,
  )
})

test('mails every administrator about a broken backup, and nobody about a whole one', async () => {
  const admins = [await joinAsAdmin(house), await joinAsAdmin(house)]
  await house.deliver()
  const begins = house.clock.now()
  await noteTriedElsewhere(house, { outcome: 'whole', madeAt: begins, counts }, begins)
  expect(await house.deliver()).toEqual([])
  house.woken.length = 0
  await noteTriedElsewhere(house, { outcome: 'history', madeAt: begins, counts: null }, begins)
  expect(house.woken).toEqual(['messages'])
  const mails = (await house.deliver()).filter(
    ({ subject }) => subject === 'Säkerhetskopian: historiken i kopian har luckor',
  )
  const runs = new Set(admins.map(({ email }) => email))
  expect(mails.filter(({ recipient }) => runs.has(recipient))).toHaveLength(2)
})

test('wakes the sender of messages when a trial was cut off, and not otherwise', async () => {
  const at = (time: string) => ({ ...house, clock: { ...house.clock, now: () => new Date(time) } })
  await claimNight(house.db, '2026-11-24', new Date('2026-11-24T04:00:00Z'))
  house.woken.length = 0
  await tryTonightsBackup(at('2026-11-25T04:00:00Z'), async () => null)
  expect(house.woken).toEqual(['messages'])
  house.woken.length = 0
  await tryTonightsBackup(at('2026-11-25T04:00:01Z'), async () => null)
  expect(house.woken).toEqual([])
})

test('the page shows the last fourteen trials and each chore, with failures since its last success', async () => {
  const admin = await joinAsAdmin(house)
  const here = house.clock.now()
  for (let nth = 1; nth <= 14; nth++) await tried(new Date(here.getTime() - nth * hour))
  await tried(new Date(here.getTime() - 20 * hour), 'not made', null)
  const ago = (minutes: number) => new Date(here.getTime() - minutes * minute)
  await noteRun(house.db, 'memberships', 'well', ago(5))
  await noteRun(house.db, 'memberships', 'wrong', ago(6))
  await noteRun(house.db, 'tips that stand out', 'well', ago(5))
  await noteRun(house.db, 'tips that stand out', 'wrong', ago(4))
  await noteRun(house.db, 'how it goes', 'wrong', ago(4))
  for (const went of ['well', 'wrong'] as const) await noteRun(house.db, 'months that have passed', went, ago(5))
  const page = await readUpkeepPage(house, admin.signedIn)
  expect(page.trials).toHaveLength(14)
  expect(page.trials[0]).toMatchObject({
    outcome: 'Gick att återställa',
    isWhole: true,
    counted: expect.stringContaining('5 personer'),
  })
  const chore = (name: string) => page.chores.find((each) => each.name === name)
  expect(chore('memberships')).toMatchObject({
    failed: null,
    isBehind: false,
    succeeded: expect.stringContaining('Senast'),
  })
  expect(chore('tips that stand out')?.failed).not.toBeNull()
  expect(chore('months that have passed')?.failed).toBeNull()
  expect(page.chores[0]).toMatchObject({ name: 'how it goes', isBehind: true, succeeded: 'Inte gjort än' })
  expect(page.choresBehind).toBe(1)
  await house.db.deleteFrom('backup_trials').execute()
  await tried(new Date(here.getTime() - 40 * hour), 'not made', null)
  const [only] = (await readUpkeepPage(house, admin.signedIn)).trials
  expect(only).toMatchObject({ made: '–', counted: '–', isWhole: false })
  expect(await readUpkeepWaiting(house)).toMatchObject({
    failed: { since: new Date(here.getTime() - 40 * hour) },
    old: null,
  })
})

test('an old backup waits since it became too old', async () => {
  const here = house.clock.now()
  await tried(new Date(here.getTime() - 40 * hour))
  expect(await readUpkeepWaiting(house)).toMatchObject({
    failed: null,
    old: { since: new Date(here.getTime() - 4 * hour) },
  })
})

test('says why no backup is known: no folder, an external database, or the coming night', async () => {
  const { signedIn } = await joinAsAdmin(house)
  const says = async (config: Partial<typeof house.config>) =>
    (await readUpkeepPage({ ...house, config: { ...house.config, ...config } }, signedIn)).backups.words[0]
  expect(await says({ mode: 'demo' })).toContain('BACKUP_FOLDER')
  expect(await says({ mode: 'production' })).toContain('npm run tried')
  expect(await says({ mode: 'production', backupFolder: '/kopior' })).toContain('efter klockan 03')
})

test('keeps trials for ninety days', async () => {
  const here = house.clock.now()
  const ago = (days: number) => new Date(here.getTime() - days * 24 * hour)
  await tried(ago(0))
  await tried(ago(89), 'books')
  await tried(new Date(ago(90).getTime() - minute), 'books')
  await tellOfOldBackups(house)
  expect((await readTrials(house.db, 9, here)).map(({ beganAt }) => beganAt)).toEqual([ago(0), ago(89)])
})
