/** Why an alarm is said to be false. A choice and no words: the history keeps it for good. */
export const falseReasons = {
  slip: 'någon kom åt knappen',
  misread: 'det var ett missförstånd',
  quiet: 'allt är lugnt på platsen',
  prank: 'någon larmade på skoj',
  other: 'av annat skäl',
} as const

export type FalseReason = keyof typeof falseReasons

/** So long it goes on all the same, and nobody is told: a slip of the thumb can be taken back. */
export const takeBackS = 60
