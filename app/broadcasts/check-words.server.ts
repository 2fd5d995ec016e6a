import { readNamesInPostcode } from '~/accounts/public.server'
import { readRecentWords } from '~/alarms/public.server'
import type { Database } from '~/platform/database/database.server'
import { findNames, findRefused, findRepeated } from './private-words'

/** How long an alarm counts as recent. */
const recentDays = 30

/**
 * Why a text must not be sent to any postcode, judged by the text alone. Its author may read the reason, since it
 * reveals nothing that is not in the text.
 */
export function refusedByItself(text: string): string | null {
  const [finding] = findRefused(text)
  if (!finding) return null
  return `Texten har ${finding.says} i sig (${finding.found}). Sådant skickas aldrig till ett helt kvarter.`
}

/**
 * Why a text must not be sent to this postcode; null if it may. For administrators only: to anybody else the reason
 * would reveal who lives there, or what an alarm was about.
 */
export async function refusedWords(db: Database, postcode: string, text: string, now: Date): Promise<string | null> {
  const byItself = refusedByItself(text)
  if (byItself) return byItself
  const [name] = findNames(text, await readNamesInPostcode(db, postcode))
  if (name) return `Texten nämner ${name}, som bor i kvarteret. Skriv om det utan namn.`
  const alarms = await readRecentWords(db, postcode, new Date(now.getTime() - recentDays * 24 * 3_600_000))
  if (findRepeated(text, alarms) !== undefined)
    return 'Texten upprepar något ur ett larm. Skriv det med egna ord, utan adress.'
  return null
}
