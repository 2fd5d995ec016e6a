/** What its owner reads of how many recovery codes are left; null: none have ever been given, which is no alarm. */
export function codesLeft(left: number | null): string {
  if (left === null) return 'Du har inte skaffat några reservkoder än. Med en sådan kommer du in om telefonen är borta.'
  if (left === 0) return 'Du har använt alla dina reservkoder. Byt till nya här under.'
  return left === 1 ? 'Du har 1 reservkod kvar. Byt till nya här under.' : `Du har ${left} reservkoder kvar.`
}

/** What helps instead of the app or the passkey, for those who have it. */
export const orACode = (left: number | null) => (left ? ', eller en av dina reservkoder' : '')
