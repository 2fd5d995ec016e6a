import { href } from 'react-router'
import { readAdminIds } from '~/accounts/public.server'
import { type Message, notifyPerson } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { formatMomentSeen } from '~/shared/time'
import { type Outcome, outcomes } from './trial'
import { deleteTrialsBefore, noteOld } from './trial-store.server'

type Ports = Pick<House, 'db' | 'clock' | 'config' | 'wake'>

const keptDays = 90
const path = href('/dashboard/admin/upkeep')

/** Notifies all administrators. The words do not depend on who made the backup. */
async function tellAdmins(db: Database, { config }: Ports, said: { subject: string; paragraphs: string[] }) {
  const message: Message = {
    kind: 'operations backup',
    subject: said.subject,
    letter: {
      greeting: 'Hej,',
      paragraphs: said.paragraphs,
      action: { label: 'Se driften', url: config.origin + path },
    },
    push: { title: 'Säkerhetskopian', body: said.subject, path },
  }
  for (const admin of await readAdminIds(db)) await notifyPerson(db, admin, message)
}

/** Called in the transaction that records the failed trial, so that each is reported once. */
export function tellOfFailed(db: Database, ports: Ports, outcome: Outcome) {
  return tellAdmins(db, ports, {
    subject: `Säkerhetskopian: ${outcomes[outcome].toLowerCase()}`,
    paragraphs: [
      `Säkerhetskopian provades nyss, och provet gick inte bra: ${outcomes[outcome].toLowerCase()}.`,
      'Tjänsten går som vanligt, och larmen med den. Men skulle datorn gå sönder i dag finns kanske ingen kopia att gå tillbaka till, så se till det nu. Mer står i tjänstens logg, och i driftboken vad som kan göras.',
    ],
  })
}

/**
 * Chore: notifies administrators when the newest whole backup is too old; once, until a newer one comes. If there was
 * never any backup here nobody is notified, but the page says so.
 */
export async function tellOfOldBackups(ports: Ports): Promise<boolean> {
  const { db: root, clock, wake } = ports
  const now = clock.now()
  await deleteTrialsBefore(root, new Date(now.getTime() - keptDays * 86_400_000), now)
  const isTold = await root.transaction().execute(async (db) => {
    const madeAt = await noteOld(db, now)
    if (!madeAt) return false
    await tellAdmins(db, ports, {
      subject: 'Ingen ny säkerhetskopia',
      paragraphs: [
        `Den senaste säkerhetskopian som gick att återställa är från ${formatMomentSeen(madeAt, now)}. Det ska komma en varje natt.`,
        'Skulle datorn gå sönder nu är allt som hänt sedan dess borta. Se efter varför ingen ny har gjorts eller provats.',
      ],
    })
    return true
  })
  if (isTold) wake('messages')
  return isTold
}
