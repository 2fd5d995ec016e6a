import { carriesSecret, channelLabels, consents, howLabels, outboxStateLabels } from '~/outbox/public'
import { readShortMessagesOf } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import { readMark } from '../received/read-marks-store.server'
import { readRepliesFrom } from '../replies/inbound-store.server'
import { readConsents } from './consent-store.server'
import { readSubscriptionsOf } from './push-store.server'
import { hourLabel } from './quiet-hours'
import { readSettings } from './settings-store.server'
import { topics } from './topics'

/** Settings, consents, browsers and messages for the file with all personal data stored about a person. */
export async function exportNotices(db: Database, personId: string, verifiedPhone: string | null) {
  const { smsTopics, pushTopics, quiet } = await readSettings(db, personId)
  return {
    viaSms: smsTopics.map((topic) => topics[topic].label),
    viaPush: pushTopics.map((topic) => topics[topic].label),
    tystaTimmar: `${hourLabel(quiet.from)}–${hourLabel(quiet.until)}`,
    samtycken: (await readConsents(db, personId)).map(({ purpose, givenAt, withdrawnAt, withdrawnHow }) => ({
      till: consents[purpose].label,
      givet: givenAt,
      återkallat: withdrawnAt,
      hur: withdrawnHow && howLabels[withdrawnHow],
    })),
    webbläsareMedPush: (await readSubscriptionsOf(db, { kind: 'person', id: personId })).map(
      ({ device, createdAt }) => ({
        enhet: device,
        tillagd: createdAt,
      }),
    ),
    notiserLästa: (await readMark(db, personId))?.readAt ?? null,
    smsFrånDig: verifiedPhone
      ? (await readRepliesFrom(db, verifiedPhone)).map(({ text, receivedAt }) => ({ text, mottaget: receivedAt }))
      : [],
    smsOchPushTillDig: (await readShortMessagesOf(db, personId)).map((message) => ({
      sätt: channelLabels[message.channel],
      rubrik: message.subject,
      text: carriesSecret(message.kind) ? '(koden är utelämnad)' : message.body_text,
      status: outboxStateLabels[message.state],
      skapat: message.created_at,
      skickat: message.sent_at,
    })),
  }
}
