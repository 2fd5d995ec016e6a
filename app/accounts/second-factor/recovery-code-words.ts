/** How many recovery codes are left, in words for their owner. Null: none were ever created, which is not a warning. */
export function codesLeft(left: number | null): string {
  if (left === null) return 'Du har inte skaffat några reservkoder än. Med en sådan kommer du in om telefonen är borta.'
  if (left === 0) return 'Du har använt alla dina reservkoder. Byt till nya här under.'
  return left === 1 ? 'Du har 1 reservkod kvar. Byt till nya här under.' : `Du har ${left} reservkoder kvar.`
}

/** The alternative to the app or the passkey, for those who have recovery codes left. */
export const orACode = (left: number | null) => (left ? ', eller en av dina reservkoder' : '')
