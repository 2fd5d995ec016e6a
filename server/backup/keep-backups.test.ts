import { spawn } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { keepBackups } from './keep-backups'

const house = useHouse()
afterEach(async () => {
  await house.db.deleteFrom('backup_trials').execute()
})

const never = new AbortController().signal
const word = `{ outcome: 'whole', madeAt: '2026-11-25T02:00:00.000Z', faults: [], counts: { people: 1, companies: 2, bookings: 3, alarms: 4, vouchers: 5 } }`

/** A child process that runs the given script in place of the real backup process. */
const child = (script: string) => () =>
  spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })

function tryTonight(
  script: string,
  { isToStop = never, uptimeS = 60, backupFolder = '/backups' as string | null } = {},
) {
  const here = Temporal.Now.zonedDateTimeISO('Europe/Stockholm')
  if (here.hour < 4) house.clock.forward({ hours: 4 - here.hour })
  return keepBackups({ ...house, config: { ...house.config, backupFolder } }, isToStop, {
    startChild: child(script),
    uptimeS,
  })
}

const found = () =>
  house.db.selectFrom('backup_trials').select(['outcome', 'made_at as madeAt', 'people', 'vouchers']).execute()

test('stores the result that the backup process reports', async () => {
  await tryTonight(`process.send(${word}, () => process.exit(0))`)
  expect(await found()).toEqual([
    { outcome: 'whole', madeAt: new Date('2026-11-25T02:00:00.000Z'), people: 1, vouchers: 5 },
  ])
})

test.each([
  ['exits with an error', 'process.exit(1)'],
  ['is killed', `process.kill(process.pid, 'SIGKILL')`],
])('stores "not made" when the backup process %s without a report', async (_, script) => {
  await tryTonight(script)
  expect(await found()).toEqual([{ outcome: 'not made', madeAt: null, people: null, vouchers: null }])
})

test('a shutdown stops the backup process, and the next start tries that night’s backup again', async () => {
  const stop = new AbortController()
  const trying = tryTonight(`process.on('SIGTERM', () => process.exit(1)); setInterval(() => {}, 1000)`, {
    isToStop: stop.signal,
  })
  await expect.poll(async () => (await found()).length).toBe(1)
  stop.abort()
  await trying
  expect(await found()).toEqual([{ outcome: null, madeAt: null, people: null, vouchers: null }])
  await tryTonight(`process.send(${word}, () => process.exit(0))`)
  expect(await found()).toMatchObject([{ outcome: 'whole' }])
})

test.each([
  ['without a configured backup folder', { backupFolder: null }],
  ['in a process that has just started', { uptimeS: 44 }],
])('starts no backup %s', async (_, given) => {
  await tryTonight(`process.send(${word}, () => process.exit(0))`, given)
  expect(await found()).toEqual([])
})
