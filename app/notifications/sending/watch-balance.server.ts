import { readAdminIds } from '~/accounts/public.server'
import type { House } from '~/platform/house.server'
import { formatOre } from '~/shared/money'
import { notifyPerson } from '../notify.server'
import { noteBalance, readBalance, updateWarned } from './balance-store.server'

const day = 24 * 3_600_000

export type SmsStanding = 'ok' | 'low' | 'unknown'

/**
 * Chore: checks the balance of the SMS account, and notifies every administrator when it is low: at once, then daily
 * until somebody has paid.
 */
export async function watchBalance(house: House): Promise<void> {
  if (house.config.sms.adapter === 'outbox') return
  const balance = await house.sms.balance()
  const now = house.clock.now()
  const low = house.config.smsLowOre
  await house.db.transaction().execute(async (db) => {
    const { warnedAt } = await noteBalance(db, balance?.ore ?? null, now)
    if (balance === null) return house.log.warn('the balance for SMS could not be read')
    if (balance.ore >= low) return updateWarned(db, null)
    house.log.warn({ ore: balance.ore }, 'little is left to send SMS for')
    if (warnedAt !== null && now.getTime() - warnedAt.getTime() < day) return
    const left = formatOre(Math.floor(balance.ore / 100) * 100)
    for (const admin of await readAdminIds(db)) {
      await notifyPerson(db, admin, {
        kind: 'operations sms balance',
        subject: `Bara ${left} kvar att skicka SMS för`,
        letter: {
          greeting: 'Hej,',
          paragraphs: [
            `På kontot hos 46elks finns ${left} kvar, mindre än gränsen på ${formatOre(low)}.`,
            'När kontot är tomt går inga SMS ut, inte heller larm. Fyll på i dag.',
          ],
        },
        sms: `Bara ${left} kvar på SMS-kontot. När det är tomt går inga larm ut som SMS. Fyll på.`,
        push: { title: 'SMS-kontot är snart tomt', body: `${left} kvar`, path: '/dashboard/admin/outbox' },
      })
    }
    await updateWarned(db, now)
  })
  house.wake('messages')
}

/** The standing at the last check, for external monitoring. */
export async function readSmsStanding({ db, config }: Pick<House, 'db' | 'config'>): Promise<SmsStanding> {
  if (config.sms.adapter === 'outbox') return 'ok'
  const known = await readBalance(db)
  if (!known || known.ore === null) return 'unknown'
  return known.ore < config.smsLowOre ? 'low' : 'ok'
}

/** The balance in öre at the last check. Null without a provider, or if the provider did not say. */
export async function readSmsBalance({ db, config }: Pick<House, 'db' | 'config'>): Promise<number | null> {
  if (config.sms.adapter === 'outbox') return null
  return (await readBalance(db))?.ore ?? null
}
