import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatMomentSeen } from '~/shared/time'
import { type BackupSaid, countsInWords, sayBackups } from './backup-words'
import { chores } from './chore'
import { readBackups } from './read-backups.server'
import { type ChoreStanding, readChores } from './read-chores.server'
import { outcomes } from './trial'
import { isBeingTried, readTrials } from './trial-store.server'

type Ports = Pick<House, 'db' | 'clock' | 'config'>

export type Upkeep = { backups: BackupSaid; choresBehind: number }

/** The state of upkeep for an administrator, in two lines. */
export async function readUpkeep(house: Ports, signedIn: SignedIn): Promise<Upkeep> {
  onlyAdmin(signedIn)
  const [backups, standings] = await Promise.all([readSaid(house), readChores(house)])
  return { backups, choresBehind: standings.filter((each) => each.isBehind).length }
}

async function readSaid({ db, clock, config }: Ports): Promise<BackupSaid> {
  const now = clock.now()
  const [known, isUnderWay] = await Promise.all([readBackups(db, now), isBeingTried(db, now)])
  const place = { makesItself: config.backupFolder !== null, isEmbedded: config.mode === 'demo', isUnderWay }
  return sayBackups(known, place, now)
}

const shownTrials = 14

export type TrialShown = { tried: string; made: string; outcome: string; isWhole: boolean; counted: string }
export type ChoreShown = { name: string; label: string; succeeded: string; failed: string | null; isBehind: boolean }
export type UpkeepPage = Upkeep & { trials: TrialShown[]; chores: ChoreShown[] }

/** As `readUpkeep`, with every trial and every chore. */
export async function readUpkeepPage(house: Ports, signedIn: SignedIn): Promise<UpkeepPage> {
  onlyAdmin(signedIn)
  const now = house.clock.now()
  const [backups, standings, trials] = await Promise.all([
    readSaid(house),
    readChores(house),
    readTrials(house.db, shownTrials, now),
  ])
  return {
    backups,
    choresBehind: standings.filter((each) => each.isBehind).length,
    trials: trials.map(({ beganAt, madeAt, outcome, counts }) => ({
      tried: formatMomentSeen(beganAt, now),
      made: madeAt ? formatMomentSeen(madeAt, now) : '–',
      outcome: outcomes[outcome],
      isWhole: outcome === 'whole',
      counted: counts ? countsInWords(counts) : '–',
    })),
    // Chores that are behind come first, since the list is long.
    chores: standings
      .toSorted((one, other) => Number(other.isBehind) - Number(one.isBehind))
      .map((standing) => choreShown(standing, now)),
  }
}

const choreShown = ({ name, succeededAt, failedAt, isBehind }: ChoreStanding, now: Date): ChoreShown => ({
  name,
  label: chores[name].label,
  succeeded: succeededAt ? `Senast ${formatMomentSeen(succeededAt, now)}` : 'Inte gjort än',
  failed: failedAt && (!succeededAt || failedAt > succeededAt) ? formatMomentSeen(failedAt, now) : null,
  isBehind,
})
