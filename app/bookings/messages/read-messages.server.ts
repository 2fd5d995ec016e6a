import { randomUUID } from 'node:crypto'
import type { Database } from '~/platform/database/database.server'
import { formatMoment } from '~/shared/time'
import type { Side } from '../booking'
import { whyNotWrite } from './message'
import { readMessages } from './message-store.server'

type Read = { id: string; endsAt: Date; isOtherHere: boolean; names: Record<Side, string> }

/** What has been written about a booking, for the page of one of its two sides, which has found it. */
export async function readConversation(db: Database, side: Side, { id, names, ...booking }: Read, now: Date) {
  const messages = await readMessages(db, id)
  return {
    key: randomUUID() as string,
    to: names[side === 'member' ? 'company' : 'member'],
    notNow: whyNotWrite(side, { ...booking, written: messages.length }, now),
    messages: messages.map(({ id: key, by, body, sentAt }) => ({
      id: key,
      isOurs: by === side,
      who: by === side ? (side === 'member' ? 'Du' : 'Ni') : names[by],
      at: formatMoment(sentAt),
      body,
    })),
  }
}

export type Conversation = Awaited<ReturnType<typeof readConversation>>
