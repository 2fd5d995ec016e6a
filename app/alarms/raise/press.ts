import { z } from 'zod'
import { withoutTurning } from '~/shared/fields'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { wellFormed } from '~/shared/text'
import { withoutWaiting, withWaiting } from './raise-words'
import { type Place, placeIn, withPlace } from './where/place'

/** A position reported by a phone. */
export type Position = { latitude: number; longitude: number; accuracyM: number | null }

export type Press = {
  /** Idempotency key, made when the page was rendered. Null if missing or malformed, which must not stop an alarm. */
  key: string | null
  message: string
  position: Position | null
  isTest: boolean
  place: Place | null
  /** 'Ring mig inte, jag gömmer mig'. */
  isHiding: boolean
}

/** Control characters, except line breaks and tabs. */
const unprintable = /[^\P{Cc}\n\t]/gu

const key = anId().nullable().catch(null)
const number = (least: number, most: number) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number)
    .refine((given) => given >= least && given <= most)
const position = z
  .object({
    latitude: number(-90, 90),
    longitude: number(-180, 180),
    accuracy: number(0, 1e6).nullable().catch(null),
  })
  .transform(({ latitude, longitude, accuracy }) => ({
    latitude,
    longitude,
    accuracyM: accuracy === null ? null : Math.round(accuracy),
  }))
  .nullable()
  .catch(null)

/** Parses a position. Null if the coordinates are missing or out of range. */
export const parsePosition = (values: Record<string, string>): Position | null => position.parse(values)

/** Only an empty message is refused. Any other error in the form must not stop the alarm. */
export function parsePress(values: Record<string, string>): Outcome<Press> {
  const written = cleanWords(values.message)
  if (written === '') return refused('Meddelande saknas', { fields: { message: 'Beskriv vad som hänt' } })
  const place = placeIn(values)
  const whole = withPlace(written, place, cleanWords(values.elsewhere))
  return accepted({
    key: key.parse(values.key ?? null),
    message: withWaiting(whole, Number(values.waited) || 0),
    position: place === 'elsewhere' ? null : parsePosition(values),
    isTest: values.test === 'on',
    place,
    isHiding: values.hides === 'on',
  })
}

export function cleanWords(typed: string | undefined): string {
  const written = wellFormed(typed ?? '')
    .replaceAll('\r\n', '\n')
    .replace(unprintable, '')
    .trim()
  // Bidirectional control characters are removed, as they can reorder the text on screen. Kept if nothing else was
  // written: an alarm is never refused for them.
  return withoutTurning(written).trim() || written
}

/** Whether two texts are the same press: a retry adds how long it has waited, which is ignored. */
export function saysTheSame(words: string, others: string): boolean {
  return withoutWaiting(words) === withoutWaiting(others)
}
