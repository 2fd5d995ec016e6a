import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { updateRole } from '~/accounts/public.server'
import { readAudit } from '~/audit/public.server'
import type { Asked } from '~/door/deed.server'
import { DatabaseAway } from '~/platform/database/errors.server'
import { notThere } from '~/shared/outcome'
import { whileKept } from '../../test/support/held'
import { holdWakes, useHouse } from '../../test/support/house'
import { found, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsMember, type Resident } from '../../test/support/people'
import { beginBulk, stopBulk } from './begin-bulk.server'
import type { DeedForMany } from './bulk-store.server'
import { endBulkJob, readBulkJob, takeRunningJob } from './bulk-store.server'
import { type BulkWords, readBulkJobs, readBulkProgress } from './read-bulk.server'
import { type BulkKind, runBulk } from './run-bulk.server'

/* Jobs whose subjects are letters instead of people. Tests the execution: each subject exactly once, no waiting between
   processes, progress visible to the administrator. The deeds belong to other slices. */

const house = useHouse()
holdWakes(house)
let admin: Resident
beforeEach(async () => {
  admin ??= await joinAsAdmin(house)
  await house.db.deleteFrom('bulk_jobs').execute()
  await house.deliver()
  done.length = 0
  house.woken.length = house.told.length = 0
})

const asked = ({ visitor, signedIn }: Resident): Asked => ({ house, visitor, signedIn, values: {} })
const idOf = (letter: string) => `00000000-0000-7000-8000-${letter.charCodeAt(0).toString(16).padStart(12, '0')}`
const letterOf = (id: string | null) => (id === null ? '' : String.fromCharCode(Number.parseInt(id.slice(-12), 16)))
/** The deeds carried out, in order. */
const done: string[] = []
const passedBy = '-'
const unlucky = '!'

/** Goes through the characters of the job's search one by one. */
const kind = (deeds: readonly DeedForMany[], fault: () => Error = () => new Error('no luck')): BulkKind => ({
  deeds,
  async next(_, { search, reached }) {
    const letter = search[reached === null ? 0 : search.indexOf(letterOf(reached)) + 1]
    return letter === undefined ? null : idOf(letter)
  },
  async does({ db }, { deed }, id) {
    const letter = letterOf(id)
    done.push(`${deed} ${letter}`)
    if (letter === unlucky) {
      // The part of the deed that was done before the failure must be rolled back.
      await db.updateTable('bulk_jobs').set({ reason: 'half done' }).execute()
      throw fault()
    }
    return letter !== passedBy
  },
})
const letters = kind(['sign out', 'give months'])

async function begin(search: string, deed: DeedForMany = 'sign out', who = admin) {
  house.clock.forward({ minutes: 1 })
  const months = deed === 'give months' ? { months: 2 } : {}
  const whom = deed.endsWith('company') ? { chosen: [...search].map(idOf) } : { search }
  return (await beginBulk(asked(who), { id: randomUUID(), deed, ...whom, reason: 'Därför', ...months })).id
}
const jobOf = async (id: string) => found(await readBulkJob(house.db, id))
const historyOf = (id: string) => readAudit(house.db, { kind: 'bulk job', id }, 5)

test('processes each subject once, stores the progress and wakes the workers', async () => {
  const id = await begin('ab-c')
  expect(house.woken).toEqual(['bulk work'])
  house.woken.length = 0
  // Four subjects, and the end of the job.
  expect(await runBulk(house, [letters])).toBe(5)
  expect(done).toEqual(['sign out a', 'sign out b', 'sign out -', 'sign out c'])
  expect(await jobOf(id)).toMatchObject({ state: 'done', changed: 3, skipped: 1, reached: idOf('c'), setAside: [] })
  const { ended_at } = await house.db.selectFrom('bulk_jobs').select('ended_at').executeTakeFirstOrThrow()
  expect(ended_at).toEqual(house.clock.now())
  expect(house.told).toEqual([{ to: ['admin'], about: 'work' }])
  expect([...house.woken].sort()).toEqual(['account mail', 'mail'])
  house.told.length = house.woken.length = 0
  expect(await runBulk(house, [letters])).toBe(0)
  expect([house.told, house.woken]).toEqual([[], []])
})

test('processes the oldest job first, fifty subjects a turn', async () => {
  const many = String.fromCharCode(...Array.from({ length: 60 }, (_, at) => 200 + at))
  const [first, second] = [await begin(many), await begin('xyz', 'give months')]
  await house.db
    .updateTable('bulk_jobs')
    .set({ created_at: new Date(0) })
    .where('id', '=', second)
    .execute()
  expect(await runBulk(house, [letters])).toBe(50)
  expect(done.slice(0, 4)).toEqual(['give months x', 'give months y', 'give months z', `sign out ${many[0]}`])
  expect(await jobOf(first)).toMatchObject({ state: 'running', changed: 46, setAside: [] })
  expect(await jobOf(second)).toMatchObject({ state: 'done', changed: 3, months: 2 })
  expect(await runBulk(house, [letters])).toBe(15)
  expect(new Set(done).size).toBe(63)
})

test('two processes take different jobs', async () => {
  const [first, second] = [await begin('a'), await begin('b')]
  const both = await whileKept(house.db, takeRunningJob, async (other, kept) => [
    kept?.id,
    (await takeRunningJob(other))?.id,
  ])
  expect(both).toEqual([first, second])
})

test('begins one job when the form is sent twice (idempotent), and records it in the audit log', async () => {
  const job = {
    id: randomUUID(),
    deed: 'hide company' as const,
    chosen: ['a', 'b'].map(idOf),
    seen: { a: 3 },
    reason: 'Därför',
  }
  for (const _ of [1, 2]) expect(await beginBulk(asked(admin), job)).toEqual({ id: job.id })
  expect(await jobOf(job.id)).toMatchObject({ search: '', chosen: job.chosen, seen: { a: 3 }, months: null })
  const by = admin.signedIn.person.id
  const history = await historyOf(job.id)
  expect(history).toMatchObject([{ deed: 'begin bulk job', actorId: by, reason: 'Därför', before: {} }])
  expect(history[0]?.after).toEqual({ deed: 'hide company', chosen: 2 })
  const searched = await begin('abc')
  expect((await historyOf(searched))[0]?.after).toEqual({ deed: 'sign out', search: 'abc' })
  expect(await jobOf(searched)).toMatchObject({ chosen: null, seen: null, createdBy: by, address: '192.0.2.1' })
})

test('stopping a job is idempotent, ends it for good and leaves the others running', async () => {
  const [one, other] = [await begin('ab'), await begin('cd')]
  await house.db.updateTable('bulk_jobs').set({ changed: 1, skipped: 2 }).execute()
  for (const _ of [1, 2]) valueFrom(await stopBulk(asked(admin), one))
  const [stop, begun, ...more] = await historyOf(one)
  expect(stop).toMatchObject({
    deed: 'stop bulk job',
    actorId: admin.signedIn.person.id,
    after: { changed: 1, skipped: 2 },
  })
  expect([begun?.deed, more]).toEqual(['begin bulk job', []])
  expect([(await jobOf(one)).state, (await jobOf(other)).state]).toEqual(['stopped', 'running'])
  await endBulkJob(house.db, one, 'done', house.clock.now())
  expect((await jobOf(one)).state).toBe('stopped')
  valueFrom(await stopBulk(asked(admin), randomUUID()))
  await runBulk(house, [letters])
  expect(done).toEqual(['sign out c', 'sign out d'])
})

test('a failed subject is rolled back, set aside and mailed about; a database fault sets nobody aside', async () => {
  const id = await begin('a!b')
  const logged: unknown[] = []
  const log = { ...house.log, error: (what: unknown) => void logged.push(what) } as typeof house.log
  const row = () => Object.assign(new Error('no luck for Siv'), { detail: 'Failing row contains (Siv Ek).' })
  expect(await runBulk({ ...house, log }, [kind(['sign out'], row)])).toBe(4)
  // A database error contains the row in its message, which must not be logged.
  expect(JSON.stringify(logged)).not.toContain('Siv')
  expect(logged).toMatchObject([{ job: id, about: idOf(unlucky), error: { kind: 'Error' } }])
  expect(done).toEqual(['sign out a', 'sign out !', 'sign out b'])
  expect(await jobOf(id)).toMatchObject({
    state: 'done',
    changed: 2,
    skipped: 0,
    setAside: [idOf('!')],
    reason: 'Därför',
  })
  const subject = 'En åtgärd för flera gick inte att göra för alla'
  const [told, ...more] = await house.deliver()
  expect([told?.recipient, told?.subject, more]).toEqual([admin.email, subject, []])
  expect(told?.text).toContain('för en gick något fel')

  const away = await begin('!a')
  const lost = runBulk(house, [kind(['sign out'], () => new DatabaseAway('away'))])
  await expect(lost).rejects.toThrow('away')
  expect(await jobOf(away)).toMatchObject({ state: 'running', reached: null, setAside: [], reason: 'Därför' })
})

test('a job whose search times out does not block the others, and is retried', async () => {
  const [slow, second, third] = [await begin('slow', 'give months'), await begin('ab'), await begin('c')]
  let looks = 0
  const stuck: BulkKind = {
    ...kind(['give months']),
    async next(db) {
      looks++
      await sql`set local statement_timeout = 1`.execute(db)
      await sql`select pg_sleep(1)`.execute(db)
      return null
    },
  }
  const kinds = [stuck, kind(['sign out'])]
  await expect(runBulk(house, kinds)).rejects.toThrow('statement timeout')
  expect([looks, done]).toEqual([1, ['sign out a', 'sign out b', 'sign out c']])
  const states = await Promise.all([slow, second, third].map(async (id) => (await jobOf(id)).state))
  expect(states).toEqual(['running', 'done', 'done'])
  expect([house.told.length, [...house.woken].slice(-2)]).toEqual([1, ['account mail', 'mail']])
  house.told.length = 0
  await expect(runBulk(house, kinds)).rejects.toThrow('statement timeout')
  expect([looks, house.told]).toEqual([2, []])
})

test('stops a job of an unknown deed, and one whose administrator lost the role', async () => {
  const other = await joinAsAdmin(house)
  const [unknown, left] = [await begin('ab', 'restore company'), await begin('ab', 'sign out', other)]
  await updateRole(house.db, other.signedIn.person.id, 'member', house.clock.now())
  expect(await runBulk(house, [kind([]), letters])).toBe(2)
  expect([(await jobOf(unknown)).state, (await jobOf(left)).state, done]).toEqual(['stopped', 'stopped', []])
})

const words: BulkWords = {
  labels: { 'sign out': 'Logga ut', 'give months': 'Ge månader' },
  whom: ({ search }) => `dem i ${search}`,
  namesOf: async (_, ids) => new Map(ids.filter((id) => id !== idOf('b')).map((id) => [id, `Fröken ${letterOf(id)}`])),
}

test('lists the twenty newest jobs of one kind with their state', async () => {
  for (let count = 0; count < 21; count++) await begin(`a${count}`)
  await begin('x', 'give months')
  await begin('y', 'hide company')
  const jobs = await readBulkJobs(house, admin.signedIn, words)
  expect(jobs.map(({ whom }) => whom)).toEqual([
    'dem i x',
    ...Array.from({ length: 19 }, (_, at) => `dem i a${20 - at}`),
  ])
  const { name } = admin.signedIn.person
  expect(jobs[0]).toMatchObject({
    deed: 'Ge månader',
    state: 'running',
    stateLabel: 'Pågår',
    by: name,
    reason: 'Därför',
  })
  await house.db
    .updateTable('bulk_jobs')
    .set({ created_at: new Date(0) })
    .execute()
  const alike = (await readBulkJobs(house, admin.signedIn, words)).map(({ id }) => id)
  expect(alike).toEqual(alike.toSorted().reverse())
})

test('reads a job of its own kind only, and names the subjects that were set aside', async () => {
  const [id, companies] = [await begin('abc'), await begin('a', 'hide company')]
  await house.db
    .updateTable('bulk_jobs')
    .set({ set_aside: ['a', 'b'].map(idOf), changed: 4, skipped: 5, created_by: randomUUID() })
    .where('id', '=', id)
    .execute()
  expect(await readBulkProgress(house, admin.signedIn, id, words)).toMatchObject({
    id,
    changed: 4,
    skipped: 5,
    by: 'Någon som har lämnat',
    setAside: [
      { id: idOf('a'), name: 'Fröken a' },
      { id: idOf('b'), name: 'Någon som har lämnat' },
    ],
  })
  for (const other of [companies, randomUUID()])
    expect(await readBulkProgress(house, admin.signedIn, other, words)).toBe(notThere)
})

test('only an administrator may begin, stop or read a job', async () => {
  const [siv, id] = [await joinAsMember(house), await begin('a')]
  for (const deed of [
    () => begin('b', 'sign out', siv),
    () => stopBulk(asked(siv), id),
    () => readBulkJobs(house, siv.signedIn, words),
    () => readBulkProgress(house, siv.signedIn, id, words),
  ])
    await expect(deed()).rejects.toThrow('not allowed')
  expect(await house.db.selectFrom('bulk_jobs').select(['id', 'state']).execute()).toEqual([{ id, state: 'running' }])
})
