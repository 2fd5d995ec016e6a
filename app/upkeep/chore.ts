/**
 * Recurring jobs (run by server/recurring.ts): their interval and their label for administrators. A name never changes,
 * since the last success is stored under it.
 */
type Chore = { everyS: number; label: string }

const minute = 60
const hour = 60 * minute

export const chores = {
  'bookings that lapse or are soon': { everyS: minute, label: 'Bokningar som går ut eller snart är dags' },
  'companies’ own calendars': { everyS: minute, label: 'Företagens egna kalendrar' },
  'polls of alarm receiving centres': { everyS: 5, label: 'Frågor till larmcentraler om de är där' },
  'centres that do not answer': { everyS: minute, label: 'Besked om larmcentraler som inte svarar' },
  'keys of centres': { everyS: 24 * hour, label: 'Larmcentralernas nycklar' },
  'old signals to centres': { everyS: hour, label: 'Gamla signaler till larmcentraler' },
  memberships: { everyS: hour, label: 'Medlemskap som börjar, påminns och slutar' },
  'months of the base package': { everyS: hour, label: 'Företagens månader att betala' },
  'fees of months that are over': { everyS: hour, label: 'Avgifter för månader som är slut' },
  'payments that are late': { everyS: hour, label: 'Betalningar som är sena' },
  'months that have passed': { everyS: hour, label: 'Sponsormånader som är över' },
  'shifts and stops ahead': { everyS: hour, label: 'Ronder och stopp framåt' },
  'what is left to send SMS for': { everyS: 5 * minute, label: 'Saldot för SMS' },
  'old replies and reports': { everyS: hour, label: 'Gamla svar, rapporter och meddelanden' },
  'lapsed sessions, links and tries': { everyS: hour, label: 'Inloggningar och länkar som gått ut' },
  'tips that stand out': { everyS: hour, label: 'Tips att titta på' },
  'days that are over': { everyS: hour, label: 'Dagens siffror' },
  'phones that have not answered for a month': {
    everyS: hour,
    label: 'Väktares telefoner som inte svarat på en månad',
  },
  'postcodes that have lost their partner': { everyS: minute, label: 'Kvarter som blivit utan trygghetspartner' },
  'positions of old alarms': { everyS: hour, label: 'Gamla larms platser, som suddas' },
  'what companies’ systems were told and answered': { everyS: hour, label: 'Företagens egna system' },
  'questions that nobody answered': { everyS: hour, label: 'Frågor om att få veta om larm, som ingen svarat på' },
  'walks home that are over': { everyS: hour, label: 'Följ mig hem som är över' },
  'words of calls that are over': { everyS: hour, label: 'Svarsord i SMS om larm som är över' },
  'test alarms of the canary': { everyS: hour, label: 'Larm som provar sig självt' },
  'figures that everybody may see': { everyS: hour, label: 'Svarstider som alla får se' },
  'terms that people have not been told of': { everyS: hour, label: 'Besked om nya villkor' },
  'questions that were settled long ago': { everyS: 24 * hour, label: 'Gamla frågor från startsidan' },
  'what broke long ago': { everyS: 24 * hour, label: 'Gamla fel' },
  'how it goes': { everyS: 5 * minute, label: 'Sidan om hur det går' },
  'a backup that is tried': { everyS: minute, label: 'Om det är dags för nattens säkerhetskopia' },
  'backups that are too old': { everyS: hour, label: 'Besked om säkerhetskopior som är för gamla' },
} as const satisfies Record<string, Chore>

export type ChoreName = keyof typeof chores

/** The shortest interval between stored runs; a finer resolution is not needed. */
export const notedEveryMs = 50_000

/**
 * Added to three intervals before a chore counts as behind: covers a slow run, a release or a database outage without
 * an alert.
 */
const patienceS = 10 * minute

/** The last success and failure of a chore that has ended at least once. */
export type ChoreEnds = { succeededAt: Date | null; failedAt: Date | null }

/**
 * Whether a chore has not succeeded for too long. deploy/prometheus/alerts.yml uses the same limit, and also finds a
 * chore that never ends; here such a chore counts as not done yet, as all do on the first start.
 */
export function isBehind(name: ChoreName, { succeededAt, failedAt }: ChoreEnds, now: Date): boolean {
  if (!succeededAt) return failedAt !== null
  return now.getTime() - succeededAt.getTime() > (3 * chores[name].everyS + patienceS) * 1_000
}
