import { notifyCompany } from '~/companies/public.server'
import type { House } from '~/platform/house.server'
import { formatMomentSeen } from '~/shared/time'
import { claimPolls, claimUntold } from './centre-store.server'
import { type CentrePorts, pollCentre } from './send-signal.server'
import { deleteSignalsBefore } from './signal-store.server'

const mostAtOnce = 50

/**
 * Chore: polls every centre that is due (a NULL message of the protocol), all concurrently. Does nothing where signals
 * are only stored. Returns the number polled.
 */
export async function pollCentres(ports: CentrePorts): Promise<number> {
  if (!ports.centre.leavesTheHouse) return 0
  const due = await claimPolls(ports.db, ports.clock.now(), mostAtOnce)
  await Promise.all(due.map((companyId) => pollCentre(ports, companyId)))
  return due.length
}

/** Chore: notifies a company once when its centre has missed a poll. Operators are told by the auditor of alarms. */
export async function tellOfSilentCentres(house: Pick<House, 'db' | 'clock' | 'config' | 'wake'>): Promise<number> {
  const told = await house.db.transaction().execute(async (db) => {
    const now = house.clock.now()
    const silent = await claimUntold(db, now)
    for (const { companyId, name, answeredAt } of silent) {
      await notifyCompany(db, companyId, {
        kind: 'centre silent',
        subject: 'Er larmcentral svarar inte',
        letter: {
          greeting: 'Hej,',
          paragraphs: [
            answeredAt ? `${name} svarade senast ${formatMomentSeen(answeredAt, now)}.` : `${name} har inte svarat än.`,
            'Larm går som vanligt till era väktare. Hör med larmcentralen, eller se över uppgifterna.',
          ],
          action: {
            label: 'Till er larmcentral',
            url: new URL('/dashboard/provider/centre', house.config.origin).href,
          },
        },
      })
    }
    return silent.length
  })
  if (told > 0) house.wake('messages')
  return told
}

const keptDays = 90

/** Chore: deletes signals older than 90 days. */
export async function forgetOldSignals({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<void> {
  await deleteSignalsBefore(db, new Date(clock.now().getTime() - keptDays * 24 * 3_600_000))
}
