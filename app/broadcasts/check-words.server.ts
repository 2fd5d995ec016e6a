import { readNamesInPostcode } from '~/accounts/public.server'
import { readRecentWords } from '~/alarms/public.server'
import type { Database } from '~/platform/database/database.server'
import { findAddresses, findNames, findRefused, repeats } from './private-words'

/** An alarm is fresh in the neighbourhood's mind for so long. */
const recentDays = 30

/** Why a text cannot go out to a postcode, in words for whoever wrote it; null when it can. */
export async function refusedWords(db: Database, postcode: string, text: string, now: Date): Promise<string | null> {
  const [finding] = findRefused(text)
  if (finding)
    return `Texten har ${finding.says} i sig (${finding.found}). Sådant skickas aldrig till ett helt kvarter.`
  const [name] = findNames(text, await readNamesInPostcode(db, postcode))
  if (name) return `Texten nämner ${name}, som bor i kvarteret. Skriv om det utan namn.`
  const alarms = await readRecentWords(db, postcode, new Date(now.getTime() - recentDays * 24 * 3_600_000))
  const addresses = findAddresses(text)
  const isFromAlarm = (alarm: string) =>
    repeats(text, alarm) || addresses.some((address) => alarm.toLowerCase().includes(address.toLowerCase()))
  if (alarms.some(isFromAlarm)) return 'Texten upprepar något ur ett larm. Skriv det med egna ord, utan adress.'
  return null
}
