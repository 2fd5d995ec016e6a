import { notifyCompany, readCallStanding } from '~/companies/public.server'
import type { House } from '~/platform/house.server'
import { oneRun, type Turn } from '~/platform/work/one-run'
import { testDueBefore } from '../guard'
import { claimUntested } from './test-store.server'

/**
 * Chore, every hour: tells a company which of its guards' phones have answered neither a code nor a test alarm for a
 * month. Each guard is named once a month.
 */
export async function remindOfTests(house: Pick<House, 'db' | 'clock' | 'config' | 'wake'>): Promise<number> {
  const now = house.clock.now()
  const before = testDueBefore(now)
  return oneRun(async (run) => {
    const reminded = await run.through((turn) =>
      house.db.transaction().execute((db) => remindNext({ ...house, db }, before, now, turn)),
    )
    if (reminded > 0) house.wake('messages')
    return reminded
  })
}

async function remindNext(
  { db, config }: Pick<House, 'db' | 'config'>,
  before: Date,
  now: Date,
  turn: Turn,
): Promise<boolean> {
  const untested = await claimUntested(db, before, now, turn)
  if (!untested) return false
  const { companyId, names } = untested
  const { whyNotCalled } = await readCallStanding(db, companyId, now)
  await notifyCompany(db, companyId, {
    kind: 'guard test',
    subject: 'Testa väktarnas telefoner',
    letter: {
      greeting: 'Hej,',
      paragraphs: [
        `De här väktarnas telefoner har inte svarat på en månad: ${names.join(', ')}.`,
        whyNotCalled === null
          ? `De får fortfarande larm. ${sendACode}.`
          : `Ni får inga larm just nu. ${whyNotCalled} ${sendACode} när larmen kommer.`,
      ],
      action: { label: 'Till era väktare', url: new URL('/dashboard/provider/guards', config.origin).href },
    },
  })
  return true
}

const sendACode = 'Skicka en kod till var och en, så vet ni att numret fungerar'
