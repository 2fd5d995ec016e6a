import { PRODUCT_NAME } from '~/shared/product'

/**
 * What a phone call says, each a sound file of that name (public/recordings, made from these words by bin/make-recordings.mjs):
 * no provider is asked to speak. No name and no place is in any of them, since a voicemail keeps what it hears.
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

/** What the phone hears next, and whether a digit is waited for. */
export type Said = { recording: Recording; asks: boolean }

/** What is an answer: taking it, and that they cannot. 2 is to hear it again. */
export type AnsweringDigit = '1' | '3'

/** Whether a provider names a key of the phone, or says that none was pressed. */
export const isKey = (result: string) => /^[0-9*#]$/.test(result)

/** How things stand for whoever is at the phone. */
export type AtPhone = {
  isTest: boolean
  isOpen: boolean
  /** Nobody has it. */
  isNew: boolean
  isMine: boolean
  /** They may still be called about it. */
  isReached: boolean
}

/** The truth at this moment. A test is tried by everybody whom it reaches, taken or not. */
export function whatIsSo({ isTest, isOpen, isNew, isMine, isReached }: AtPhone): Said {
  const say = (recording: Recording): Said => ({ recording, asks: false })
  if (!isOpen) return say(isTest ? 'ended' : 'over')
  if (!isReached) return say('closed')
  if (isTest) return { recording: 'test', asks: true }
  if (isNew) return { recording: 'alarm', asks: true }
  return say(isMine ? 'yours' : 'elsewhere')
}
