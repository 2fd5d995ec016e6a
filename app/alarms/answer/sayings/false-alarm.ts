/** Why an alarm is said to be false. A fixed choice, no free text: the history keeps it for good. */
export const falseReasons = {
  slip: 'någon kom åt knappen',
  misread: 'det var ett missförstånd',
  quiet: 'allt är lugnt på platsen',
  prank: 'någon larmade på skoj',
  other: 'av annat skäl',
} as const

export type FalseReason = keyof typeof falseReasons

/** Seconds during which a false alarm can be taken back. The alarm goes on meanwhile and nobody is told. */
export const takeBackS = 60
