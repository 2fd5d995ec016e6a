/**
 * The ladder: whoever stands on a rung knows what stands below it, and nobody above. README.md draws it. What has to go
 * upward is asked by `house.above` (app/platform/above.server.ts), which the top hands down.
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

/** These are modules that anybody may take; every other place has a public door. */
export const foundations: readonly string[] = [...rungs[0].places, ...rungs[1].places]
