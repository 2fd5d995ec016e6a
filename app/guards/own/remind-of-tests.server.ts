import { notifyCompany } from '~/companies/public.server'
import type { House } from '~/platform/house.server'
import { testDueBefore } from '../guard'
import { claimUntested } from './test-store.server'

/**
 * Chore, every hour: tells a company which of its guards' phones have answered neither a code nor a test alarm for a
 * month. Each guard is named once a month.
 */
export async function remindOfTests(house: Pick<House, 'db' | 'clock' | 'config' | 'wake'>): Promise<number> {
  const now = house.clock.now()
  const before = testDueBefore(now)
  let reminded = 0
  while (true) {
    const done = await house.db.transaction().execute(async (db) => {
      const untested = await claimUntested(db, before, now)
      if (!untested) return false
      const { companyId, names } = untested
      await notifyCompany(db, companyId, {
        kind: 'guard test',
        subject: 'Testa väktarnas telefoner',
        letter: {
          greeting: 'Hej,',
          paragraphs: [
            `De här väktarnas telefoner har inte svarat på en månad: ${names.join(', ')}.`,
            'De får fortfarande larm. Skicka en kod till var och en, så vet ni att numret fungerar.',
          ],
          action: { label: 'Till era väktare', url: new URL('/dashboard/provider/guards', house.config.origin).href },
        },
      })
      return true
    })
    if (!done) break
    reminded++
  }
  if (reminded > 0) house.wake('messages')
  return reminded
}
