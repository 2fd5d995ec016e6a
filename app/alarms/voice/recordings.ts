import { PRODUCT_NAME } from '~/shared/product'

/**
 * What a phone call says. Each is a sound file of that name (public/recordings, made from these texts by
 * bin/make-recordings.mjs), so that no provider's text-to-speech is used. No names or places: a voicemail keeps what it
 * hears.
 */
export const recordings = {
  alarm: `Larm från ${PRODUCT_NAME}. Tryck 1 för att ta det, 2 för att höra igen, 3 för att du inte kan.`,
  test: `Test, inget larm. Det här är ett test från ${PRODUCT_NAME}. Tryck 1 om du hör det, 2 för att höra igen, 3 för att du inte kan.`,
  yours: 'Larmet är ditt. Öppna länken i vårt SMS, så ser du vart du ska.',
  elsewhere: 'Någon annan har larmet. Du behöver inte åka.',
  over: 'Larmet är över. Du behöver inte åka.',
  declined: 'Tack för att du säger till.',
  heard: 'Test, inget larm. Tack, nu vet vi att larmen når dig.',
  ended: 'Test, inget larm. Testet är över.',
  closed: 'Det här larmet är inte ditt att ta. Du behöver inte åka.',
  fault: 'Ditt svar kunde inte sparas. Öppna länken i vårt SMS.',
} as const satisfies Record<string, string>

export type Recording = keyof typeof recordings

/** What the phone hears next, and whether to wait for a digit. */
export type Said = { recording: Recording; asks: boolean }

/** The digits that answer: 1 takes the alarm, 3 declines. 2 only repeats. */
export type AnsweringDigit = '1' | '3'

/** Whether the provider's result is a key on the phone, rather than 'nothing was pressed'. */
export const isKey = (result: string) => /^[0-9*#]$/.test(result)

/** The alarm's state for the person at the phone. */
export type AtPhone = {
  isTest: boolean
  isOpen: boolean
  /** Nobody has it. */
  isNew: boolean
  isMine: boolean
  /** The alarm still reaches them: they may be called about it. */
  isReached: boolean
}

/** What to say, from the state right now. A test can be answered by everybody it reaches, taken or not. */
export function whatIsSo({ isTest, isOpen, isNew, isMine, isReached }: AtPhone): Said {
  const say = (recording: Recording): Said => ({ recording, asks: false })
  if (!isOpen) return say(isTest ? 'ended' : 'over')
  if (!isReached) return say('closed')
  if (isTest) return { recording: 'test', asks: true }
  if (isNew) return { recording: 'alarm', asks: true }
  return say(isMine ? 'yours' : 'elsewhere')
}
