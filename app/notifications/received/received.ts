import { carriesSecret, type OutboxState } from '~/outbox/public'
import type { Channel } from '~/shared/channel'
import { shortened } from '~/shared/text'

/** Notices as their recipient reads them. */

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
  /** The page that its push opens, if any. */
  path: string | null
  writtenAt: Date
  ways: { channel: Channel; state: OutboxState }[]
}

/** Channels by length of text: shortest first, which is also safest on a visible screen. */
const briefest = ['push', 'sms', 'mail'] as const satisfies readonly Channel[]
/** States by progress: of several browsers or attempts of one channel the furthest is shown. */
const furthest = ['delivered', 'sent', 'queued', 'failed', 'stopped'] as const satisfies readonly OutboxState[]
const longestText = 200

/**
 * Groups rows into notices, newest first: rows that one transaction wrote about one matter are one notice, on any
 * channels. At most `size`. If the rows were cut off (`isCut`), the last notice may be incomplete, so it is left for
 * the next page.
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

/**
 * Whether a row belongs to the notice: same kind and time, and no different text on the same channel, since two matters
 * can be written at the same time.
 */
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
    // The subject of the mail is the most complete.
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

/**
 * The text for the list. Of a mail, the first paragraph after the greeting. Links and mail addresses are removed, and a
 * colon at the end, which introduces what is not shown.
 */
function wordsOf({ channel, text }: Told): string {
  const words = channel === 'mail' ? (text.split('\n\n')[1] ?? '') : text
  // Splits by words: whoever writes to the recipient controls the length of a word (ReDoS).
  const without = words.split(/\s+/).map((word) => (/\S@\S/.test(word) ? '' : word.replace(/https?:\/\/\S+/, '')))
  const shown = without
    .filter((word) => word !== '')
    .join(' ')
    .replace(/:$/, '.')
  return shortened(shown, longestText)
}
