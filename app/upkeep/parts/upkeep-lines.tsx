import type { Upkeep } from '../read-upkeep.server'
import { ChoresBadge, StandingBadge } from './standing-badge'

/** Two lines: the state of backups, and of the chores. */
export function UpkeepLines({ upkeep: { backups, choresBehind } }: { upkeep: Upkeep }) {
  return (
    <ul className="divide-y divide-line">
      <li className="pb-4 wrap-anywhere">
        <h3 className="text-h4">{backups.title}</h3>
        <p className="mt-2">
          <StandingBadge standing={backups.standing} />
        </p>
        {backups.words.map((words) => (
          <p key={words} className="prose-width mt-2">
            {words}
          </p>
        ))}
      </li>
      <li className="pt-4 wrap-anywhere">
        <h3 className="text-h4">{choresInWords(choresBehind)}</h3>
        <p className="mt-2">
          <ChoresBadge behind={choresBehind} />
        </p>
      </li>
    </ul>
  )
}

function choresInWords(behind: number): string {
  if (behind === 0) return 'Allt som görs av sig självt görs i tid'
  return behind === 1 ? 'En syssla blir inte gjord' : `${behind} sysslor blir inte gjorda`
}
