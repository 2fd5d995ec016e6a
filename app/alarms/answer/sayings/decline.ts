/** Why somebody who was called does not come. A fixed choice, no free text: the history keeps it for good. */
export const declineReasons = {
  busy: 'upptagna med annat',
  far: 'för långt bort',
  nobody: 'ingen kan åka',
  other: 'av annat skäl',
} as const

export type DeclineReason = keyof typeof declineReasons
