import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'

/** What a person has stored about their own checklist ('Kom igång'). */

export async function readStartMarks(db: Database, personId: string) {
  const [row] = await askMarks(db, personId)
  return row ?? { onHomeScreenAt: null, putAwayAt: null }
}

const askMarks = builtOnce('start marks', (db: Database, personId: string) =>
  db
    .selectFrom('start_marks')
    .select(['on_home_screen_at as onHomeScreenAt', 'put_away_at as putAwayAt'])
    .where('profile_id', '=', personId),
)

type Marks = { on_home_screen_at: Date } | { put_away_at: Date | null }

export async function writeStartMark(db: Database, personId: string, mark: Marks) {
  await db
    .insertInto('start_marks')
    .values({ profile_id: personId, ...mark })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(mark))
    .execute()
}

/** For the file with all personal data stored about a person. */
export async function exportStart(db: Database, personId: string) {
  const { onHomeScreenAt, putAwayAt } = await readStartMarks(db, personId)
  return { påHemskärmen: onHomeScreenAt, undanlagt: putAwayAt }
}
