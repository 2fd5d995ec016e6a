// `npm run faults`: all fault trials, about an hour. `npm run faults -- silence`: one trial, a minute or two, one line
// of figures. `-- soak` lasts two hours, or SOAK_MINUTES.
import { spawnSync } from 'node:child_process'

const [word = 'full'] = process.argv.slice(2)
const files = {
  full: [
    ...['alarms', 'full-disk', 'failover', 'standby', 'rolling', 'restore', 'booking-model', 'engine-model'].map(
      (name) => `test/faults/${name}.test.ts`,
    ),
    'app/bookings/repeat/coming.server.test.ts',
  ],
  disk: ['test/faults/full-disk.test.ts'],
  failover: ['test/faults/failover.test.ts'],
  container: ['test/faults/container.test.ts'],
  restore: ['test/faults/restore.test.ts'],
  nightly: ['test/faults/nightly.test.ts'],
  rolling: ['test/faults/rolling.test.ts'],
  standby: ['test/faults/standby.test.ts'],
  soak: ['test/faults/soak.test.ts'],
}
/** Trials within test/faults/alarms.test.ts, chosen by name. */
const trials = ['silence', 'poison', 'provider', 'drain', 'lock', 'centre']
if (!files[word] && !trials.includes(word)) {
  console.error(`There is no trial called ${word}. There are: ${[...Object.keys(files), ...trials].join(', ')}.`)
  process.exit(2)
}
const { status } = spawnSync('npx', ['vitest', 'run', ...(files[word] ?? ['test/faults/alarms.test.ts'])], {
  stdio: 'inherit',
  env: { ...process.env, FAULTS: process.env.FAULTS || word },
})
process.exit(status ?? 1)
