import { randomUUID } from 'node:crypto'
import type { Database } from '~/platform/database/database.server'
import { formatMomentSeen } from '~/shared/time'
import { answersFor, otherSide, type Side } from '../booking'
import { whyNotWrite } from './message'
import { readEndOf, readMessages, type Thread } from './message-store.server'

type Read = Thread & Parameters<typeof answersFor>[1] & { isOtherHere: boolean; names: Record<Side, string> }

/** The messages of a booking or its whole visit, for a page. The caller has checked access. */
export async function readConversation(db: Database, side: Side, { isOtherHere, names, ...booking }: Read, now: Date) {
  const messages = await readMessages(db, booking)
  const other = otherSide(side)
  const written = {
    endsAt: await readEndOf(db, booking),
    isOtherHere,
    otherAnswers: answersFor(other, booking),
    written: messages.length,
  }
  return {
    key: randomUUID() as string,
    to: names[other],
    isOfVisit: booking.visitId !== null,
    notNow: whyNotWrite(side, written, now),
    messages: messages.map(({ id: key, by, body, sentAt }) => ({
      id: key,
      isOurs: by === side,
      who: by === side ? (side === 'member' ? 'Du' : 'Ni') : names[by],
      at: formatMomentSeen(sentAt, now),
      body,
    })),
  }
}

export type Conversation = Awaited<ReturnType<typeof readConversation>>
