import { notifyDebtor, saveSafetyContributions } from '~/companies/public.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { oneRun, type Turn } from '~/platform/work/one-run'
import { formatOre } from '~/shared/money'
import { monthOf } from '~/shared/month'
import { dayOf, daysAfter, formatDate } from '~/shared/time'
import { deleteBankFiles } from './bank/bank-store.server'
import { chargeKinds } from './charge'
import { strikeForgotten, takeOverdue } from './charge-store.server'
import { factsToPay, mayLogIn, payAction } from './letters/how-to-pay.server'
import { readGivenInMonth } from './patrols/share-store.server'

type Ports = { db: Database; clock: Clock; config: Config; wake?(work: 'messages'): void }

const batch = 100
/** Longer than the grace period: by then the membership has ended, or a new month was asked for. */
const FORGOTTEN_AFTER_DAYS = 45
const KEEP_BANK_FILES_DAYS = 90

/**
 * The hourly chore: one reminder for each overdue charge of a company; strikes months that nobody will pay; deletes old
 * bank files; stores what each company gives to patrols this month in the specification's column
 * (`security_contribution_cents`).
 */
export async function sweepMoney(ports: Ports): Promise<number> {
  const { db, clock } = ports
  const now = clock.now()
  const today = dayOf(now)
  return oneRun(async (run) => {
    const reminded = await run.inBatches(batch, (most, turn) =>
      db.transaction().execute((trx) => remindBatch({ ...ports, db: trx }, now, most, turn)),
    )
    await strikeForgotten(db, daysAfter(today, -FORGOTTEN_AFTER_DAYS), 'Betalades aldrig', now)
    const given = await readGivenInMonth(db, monthOf(now))
    await saveSafetyContributions(db, new Map(given.map(({ companyId, amount }) => [companyId, amount])))
    await deleteBankFiles(db, new Date(now.getTime() - KEEP_BANK_FILES_DAYS * 86_400_000))
    if (reminded > 0) ports.wake?.('messages')
    return reminded
  })
}

async function remindBatch({ db, config }: Ports, now: Date, most: number, turn: Turn): Promise<number> {
  const overdue = await takeOverdue(db, dayOf(now), now, most, turn)
  for (const charge of overdue) {
    if (!charge.companyId) continue
    const { label } = chargeKinds[charge.kind]
    await notifyDebtor(db, charge.companyId, {
      kind: 'payment overdue',
      subject: `Påminnelse: ${formatOre(charge.gross)} för ${label}`,
      letter: {
        greeting: 'Hej,',
        paragraphs: [
          `Vi har inte sett betalningen av ${label}, ${formatOre(charge.gross)} med moms, som skulle ha kommit ${formatDate(charge.dueOn)}.`,
          'Har ni betalat de senaste dagarna är allt som det ska.',
        ],
        facts: factsToPay(config, charge),
        action: payAction(config, charge, await mayLogIn(db, charge.companyId)),
      },
    })
  }
  return overdue.length
}
