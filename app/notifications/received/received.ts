import { carriesSecret, type OutboxState } from '~/outbox/public'
import type { Channel } from '~/shared/channel'
import { shortened } from '~/shared/text'

/** What was sent to somebody, as they look at it themselves. */

export type Told = {
  id: string
  channel: Channel
  kind: string
  subject: string
  text: string
  path: string | null
  state: OutboxState
  writtenAt: Date
}

export type Notice = {
  id: string
  subject: string
  text: string
  /** The page that it is about, when its push opens one. */
  path: string | null
  writtenAt: Date
  ways: { channel: Channel; state: OutboxState }[]
}

/** The shortest words first: they are made to be read over shoulders. */
const briefest = ['push', 'sms', 'mail'] as const satisfies readonly Channel[]
/** Of several browsers or tries of one way, the furthest. */
const furthest = ['delivered', 'sent', 'queued', 'failed', 'stopped'] as const satisfies readonly OutboxState[]
const longestText = 200

/**
 * Newest first. What was written in one transaction about one thing is one notice, whichever ways it went. `size` of them; of
 * `isCut` rows the last thing may have more ways than were read, so it waits for the next page.
 */
export function noticesOf(
  rows: readonly Told[],
  size: number,
  isCut: boolean,
): { notices: Notice[]; next: string | null } {
  const things: Told[][] = []
  for (const row of rows) {
    const last = things.at(-1)
    if (last && isSameThing(last, row)) last.push(row)
    else things.push([row])
  }
  const whole = isCut && things.length > 1 ? things.slice(0, -1) : things
  const shown = whole.slice(0, size)
  const isMore = isCut || whole.length > shown.length
  return { notices: shown.map(noticeOf), next: (isMore && shown.at(-1)?.at(-1)?.id) || null }
}

/** Of one kind and moment, and what one way has said already is not said otherwise: two things can be told of at the same moment. */
const isSameThing = (thing: readonly Told[], row: Told) =>
  thing.every(
    ({ kind, writtenAt, channel, subject, text }) =>
      kind === row.kind &&
      writtenAt.getTime() === row.writtenAt.getTime() &&
      (channel !== row.channel || (subject === row.subject && text === row.text)),
  )

function noticeOf(thing: readonly Told[]): Notice {
  const by = (channel: Channel) => thing.filter((row) => row.channel === channel)
  const [first] = thing
  const brief = briefest.map((channel) => by(channel)[0]).find((row) => row !== undefined)
  if (!first || !brief) throw new RangeError('A notice is of one message at least')
  return {
    id: first.id,
    // A letter's heading is the fullest.
    subject: (by('mail')[0] ?? brief).subject,
    text: carriesSecret(first.kind) ? 'En länk eller kod, som bara står i själva meddelandet.' : wordsOf(brief),
    path: by('push')[0]?.path ?? null,
    writtenAt: first.writtenAt,
    ways: briefest.toReversed().flatMap((channel) => {
      const states = new Set(by(channel).map(({ state }) => state))
      const state = furthest.find((one) => states.has(one))
      return state ? [{ channel, state }] : []
    }),
  }
}

/** Of a letter what it says first, after the greeting; never an address to press or to write to. */
function wordsOf({ channel, text }: Told): string {
  const words = channel === 'mail' ? (text.split('\n\n')[1] ?? '') : text
  // Word by word, since whoever writes to somebody decides how long a word is.
  const without = words.split(/\s+/).map((word) => (/\S@\S/.test(word) ? '' : word.replace(/https?:\/\/\S+/, '')))
  return shortened(without.filter((word) => word !== '').join(' '), longestText)
}
