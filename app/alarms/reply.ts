export type Reply = 'yes' | 'no' | 'there' | 'done'

const words: Record<string, Reply> = {
  ja: 'yes',
  j: 'yes',
  yes: 'yes',
  tar: 'yes',
  kommer: 'yes',
  nej: 'no',
  n: 'no',
  no: 'no',
  framme: 'there',
  där: 'there',
  klar: 'done',
  klart: 'done',
  färdig: 'done',
}

/** Reads the first word of an SMS, as a person in a hurry writes it; null when it is none of ours. */
export function readReply(text: string): Reply | null {
  const first =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+/u)?.[0] ?? ''
  return words[first] ?? null
}
