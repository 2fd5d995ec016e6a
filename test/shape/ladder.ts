/**
 * Layers: a slice may import from the layers below it and to its left, never from above. Drawn in README.md. Calls
 * upward go through `house.above` (app/platform/above.server.ts), which the top layer provides.
 */
export const rungs = [
  { what: 'foundations', places: ['shared', 'platform', 'ui', 'pictures', 'live'] },
  { what: 'how every door works', places: ['door'] },
  { what: 'what everybody writes to or asks', places: ['audit', 'faults', 'outbox', 'postcodes'] },
  { what: 'who a person is, and how they are told', places: ['accounts', 'notifications', 'bulk'] },
  { what: 'who a company is, and what is owed', places: ['companies', 'payments'] },
  { what: 'what members and companies have', places: ['points', 'membership', 'sponsorship', 'bookings', 'reviews'] },
  { what: 'what the neighbourhood sees', places: ['directory', 'savings', 'contact', 'statements'] },
  { what: 'safety', places: ['guards', 'centres', 'patrols', 'alarms', 'integrations', 'broadcasts'] },
  { what: 'administrators', places: ['people', 'company-desk', 'upkeep', 'admin'] },
  { what: 'the top: composes them all', places: ['shell'] },
] as const

export const ladder: readonly string[] = rungs.flatMap(({ places }) => places)

/** Modules of these folders may be imported directly; every other slice only through its public door. */
export const foundations: readonly string[] = [...rungs[0].places, ...rungs[1].places]
