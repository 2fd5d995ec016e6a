import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import type { Log } from '~/platform/log.server'
import type { MailSender } from '~/platform/mail/mail.server'
import { carriesSecret, pauseAfter } from './outbox'
import { type ClaimedMail, claimDueMail, forgetBody, markFailed, markRetry, markSent } from './outbox-store.server'

type Ports = { db: Database; clock: Clock; log: Log; mail: MailSender }

const batch = 20
const withheld = 'Mejlet hade en hemlig länk och sparas därför inte.'

/** Sends what is due, a batch at a time, and returns how many were tried. Runs as the product itself. */
export async function sendDueMail(ports: Ports): Promise<number> {
  const claimed = await claimDueMail(ports.db, ports.clock.now(), batch)
  await Promise.all(claimed.map((mail) => sendOne(ports, mail)))
  return claimed.length
}

async function sendOne({ db, clock, log, mail: sender }: Ports, mail: ClaimedMail) {
  const delivery = await sender.send(mail, mail.id)
  if (delivery.kind === 'delivered') {
    await markSent(db, mail.id, clock.now())
    // The local outbox is the only letterbox there is; a mail that has left the house needs no copy of its key.
    if (sender.leavesTheHouse && carriesSecret(mail.kind)) await forgetBody(db, mail.id, withheld)
    return
  }

  const pause = delivery.kind === 'temporary' ? pauseAfter(mail.attempts) : null
  log.warn({ outboxId: mail.id, reason: delivery.reason, givenUp: pause === null }, 'mail not delivered')
  if (pause === null) return markFailed(db, mail.id, delivery.reason)
  return markRetry(db, mail.id, delivery.reason, new Date(clock.now().getTime() + pause * 1000))
}
