import { type AlarmMeasures, readAlarmMeasures, type Spread } from '~/alarms/public.server'
import { readSmsBalance } from '~/notifications/public.server'
import { readOverdue, type Waiting } from '~/outbox/public.server'
import type { House } from '~/platform/house.server'
import { chores } from '~/upkeep/public'
import { type BackupsKnown, type ChoreStanding, readBackups, readChores } from '~/upkeep/public.server'
import type { PoolCount } from '../../start/pool-sizes'

export type FromDatabase = {
  alarms: AlarmMeasures
  overdue: Waiting[]
  smsBalanceOre: number | null
  chores: ChoreStanding[]
  backups: BackupsKnown
}
export type FromProcess = {
  pools: PoolCount[]
  freeBytes: number | null
  isClosing: boolean | null
  databaseAnswers: boolean | null
}

/** Database metrics. Every process reports the same values, so aggregate with max and not with sum. */
export async function readFromDatabase(house: Pick<House, 'db' | 'clock' | 'config'>): Promise<FromDatabase> {
  const [alarms, overdue, smsBalanceOre, standings, backups] = await Promise.all([
    readAlarmMeasures(house),
    readOverdue(house.db, house.clock.now()),
    readSmsBalance(house),
    readChores(house),
    readBackups(house.db, house.clock.now()),
  ])
  return { alarms, overdue, smsBalanceOre, chores: standings, backups }
}

type Reading = { value: number; labels?: Record<string, string> }

/** Definition of one metric: its name, its help text, and how to read it. Unknown values are left out. */
export type Measure<From> = { name: string; help: string; labels?: readonly string[]; of(from: From): Reading[] }

const one = (value: number | null): Reading[] => (value === null ? [] : [{ value }])
const word = (value: boolean | null) => (value === null ? null : Number(value))
const seconds = (at: Date | null) => (at === null ? null : Math.floor(at.getTime() / 1_000))
const ore = (value: number) => value / 100

const spreadOf = (spread: Spread): Reading[] =>
  spread === null
    ? []
    : [
        { value: spread.half, labels: { quantile: '0.5' } },
        { value: spread.most99, labels: { quantile: '0.99' } },
        { value: spread.longest, labels: { quantile: '1' } },
      ]

export const fromDatabase: readonly Measure<FromDatabase>[] = [
  {
    name: 'kvartera_alarms_last_hour',
    help: 'Real alarms of the last hour.',
    of: ({ alarms }) => one(alarms.lastHour.alarms),
  },
  {
    name: 'kvartera_alarm_sent_seconds',
    help: 'From the press until the first call of an alarm had left, over the last hour.',
    labels: ['quantile'],
    of: ({ alarms }) => spreadOf(alarms.lastHour.sent),
  },
  {
    name: 'kvartera_alarm_delivered_seconds',
    help: 'From the press until the first call of an alarm had arrived, over the last hour.',
    labels: ['quantile'],
    of: ({ alarms }) => spreadOf(alarms.lastHour.delivered),
  },
  {
    name: 'kvartera_alarm_taken_seconds',
    help: 'From the press until somebody had taken the alarm, over the last hour.',
    labels: ['quantile'],
    of: ({ alarms }) => spreadOf(alarms.lastHour.taken),
  },
  {
    name: 'kvartera_alarm_cost_kronor_last_hour',
    help: 'What SMS and calls about the alarms of the last hour have cost.',
    of: ({ alarms }) => one(ore(alarms.lastHour.ore)),
  },
  { name: 'kvartera_alarms_open', help: 'Real alarms that are not over.', of: ({ alarms }) => one(alarms.open) },
  {
    name: 'kvartera_alarms_untaken',
    help: 'Real alarms that nobody has taken.',
    of: ({ alarms }) => one(alarms.untaken.count),
  },
  {
    name: 'kvartera_alarm_untaken_oldest_seconds',
    help: 'For how long the oldest of them has waited.',
    of: ({ alarms }) => one(alarms.untaken.oldestS),
  },
  {
    name: 'kvartera_alarm_steps_late',
    help: 'Steps of alarms, escalations among them, that were due more than five seconds ago.',
    of: ({ alarms }) => one(alarms.lateSteps.count),
  },
  {
    name: 'kvartera_alarm_step_late_oldest_seconds',
    help: 'For how long the oldest of them has been due.',
    of: ({ alarms }) => one(alarms.lateSteps.oldestS),
  },
  {
    name: 'kvartera_alarm_messages_late',
    help: 'Messages about alarms that were due more than five seconds ago.',
    labels: ['channel'],
    of: ({ alarms }) => alarms.lateMessages.map(({ channel, count }) => ({ value: count, labels: { channel } })),
  },
  {
    name: 'kvartera_alarm_incidents',
    help: 'What the auditor has found and what still stands.',
    labels: ['kind'],
    of: ({ alarms }) => alarms.incidents.map(({ kind, count }) => ({ value: count, labels: { kind } })),
  },
  {
    name: 'kvartera_silent_seconds',
    help: 'For how long nothing has been heard of the engine and of its auditor, in whatever process they are.',
    labels: ['part'],
    of: ({ alarms }) => alarms.silentS.map(({ part, s }) => ({ value: s, labels: { part } })),
  },
  {
    name: 'kvartera_outbox_overdue',
    help: 'Messages that should have left already; alarms have a way of their own.',
    labels: ['channel'],
    of: ({ overdue }) => overdue.map(({ channel, count }) => ({ value: count, labels: { channel } })),
  },
  {
    name: 'kvartera_outbox_overdue_oldest_seconds',
    help: 'For how long the oldest of them has been due.',
    labels: ['channel'],
    of: ({ overdue }) => overdue.map(({ channel, oldestS }) => ({ value: oldestS, labels: { channel } })),
  },
  {
    name: 'kvartera_sms_balance_kronor',
    help: 'What was left on the account for SMS when it was last looked at.',
    of: ({ smsBalanceOre }) => one(smsBalanceOre === null ? null : ore(smsBalanceOre)),
  },
  {
    name: 'kvartera_chore_succeeded_timestamp_seconds',
    help: 'When a chore last succeeded, in whatever process; 0 when it never has.',
    labels: ['chore'],
    of: (from) =>
      from.chores.map(({ name, succeededAt }) => ({ value: seconds(succeededAt) ?? 0, labels: { chore: name } })),
  },
  {
    name: 'kvartera_chore_every_seconds',
    help: 'How often a chore is done.',
    labels: ['chore'],
    of: (from) => from.chores.map(({ name }) => ({ value: chores[name].everyS, labels: { chore: name } })),
  },
  {
    name: 'kvartera_backup_known',
    help: '1 when a backup was ever tried that this product was told of.',
    of: ({ backups }) => one(word(backups.last !== null)),
  },
  {
    name: 'kvartera_backup_last_whole',
    help: '1 when the backup that was tried last was whole, 0 when it was not.',
    of: ({ backups: { last } }) => one(word(last && last.outcome === 'whole')),
  },
  {
    name: 'kvartera_backup_tried_timestamp_seconds',
    help: 'When a backup was last tried.',
    of: ({ backups: { last } }) => one(seconds(last?.beganAt ?? null)),
  },
  {
    name: 'kvartera_backup_whole_timestamp_seconds',
    help: 'Until when what was written is in the newest backup that was found whole.',
    of: ({ backups: { whole } }) => one(seconds(whole?.madeAt ?? null)),
  },
]

export const fromProcess: readonly Measure<FromProcess>[] = [
  {
    name: 'kvartera_pool_connections',
    help: 'Connections of this process to the database.',
    labels: ['pool', 'state'],
    of: ({ pools }) =>
      pools.flatMap(({ name, busy, idle }) => [
        { value: busy, labels: { pool: name, state: 'busy' } },
        { value: idle, labels: { pool: name, state: 'idle' } },
      ]),
  },
  {
    name: 'kvartera_pool_size',
    help: 'How many connections a pool may have.',
    labels: ['pool'],
    of: ({ pools }) => pools.map(({ name, most }) => ({ value: most, labels: { pool: name } })),
  },
  {
    name: 'kvartera_pool_waiting',
    help: 'Those who have no connection yet.',
    labels: ['pool'],
    of: ({ pools }) => pools.map(({ name, waiting }) => ({ value: waiting, labels: { pool: name } })),
  },
  {
    name: 'kvartera_disk_free_bytes',
    help: 'Free disk where the data folder is.',
    of: ({ freeBytes }) => one(freeBytes),
  },
  {
    name: 'kvartera_database_answers',
    help: '1 when the database answered for what is asked of it here; nothing of that is said otherwise.',
    of: ({ databaseAnswers }) => one(word(databaseAnswers)),
  },
  {
    name: 'kvartera_closing',
    help: '1 once a stop was asked for.',
    of: ({ isClosing }) => one(word(isClosing)),
  },
]
