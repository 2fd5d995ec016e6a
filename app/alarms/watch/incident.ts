/** The kinds of incident, and how often operators are told of them. */
export const incidentLabels = {
  'late step': 'Ett steg är försenat',
  'late delivery': 'Ett meddelande kommer inte iväg',
  'no next step': 'Ett öppet larm har inget nästa steg',
  'nobody to call': 'Det finns ingen att larma',
  'nothing sent': 'Vi vet inte att något har gått ut efter ett tryck',
  'late walk': 'Följ mig hem: larmet är försenat',
  'no report': 'Ett SMS är inte bekräftat efter tre minuter',
  'nobody comes': 'Ingen har tagit larmet på en timme',
  'nobody reached': 'Inget meddelande om larmet har kommit fram',
  'canary unheard': 'Vårt eget testlarm nådde ingen',
  'centre silent': 'En larmcentral svarar inte',
  'engine silent': 'Larmmotorn svarar inte',
  'standby missing': 'Databasens kopia är borta',
} as const

export type IncidentKind = keyof typeof incidentLabels

export type Incident = {
  /** Null when it is not about one alarm. */
  alarmId: string | null
  kind: IncidentKind
  /** The row or postcode it is about. Same kind and subject: same incident. */
  subject: string
}

/** One line per kind, most frequent first, for a single message: a hundred messages would not be read. */
export function incidentLines(counts: readonly { kind: IncidentKind; count: number }[]): string[] {
  return [...counts]
    .sort((one, other) => other.count - one.count)
    .map(({ kind, count }) => `${incidentLabels[kind]} (${count})`)
}

/** Seconds between repeats while nobody is known to have heard: short at first, then with back-off. */
const pausesS = [60, 120, 300, 600]
const longestPauseS = 900
/** Retry interval when no provider accepted the message. */
const retryS = 10

export type LastWords = {
  at: Date
  wereTaken: boolean
  /** How often operators were told since the oldest of these incidents was found. */
  times: number
}

/** When operators are to be told next of incidents that nobody has heard of. */
export function tellAt(last: LastWords | null, now: Date): Date {
  if (last === null) return now
  const pauseS = last.wereTaken ? (pausesS[Math.max(last.times, 1) - 1] ?? longestPauseS) : retryS
  // Clamped to now: after the clock went back, the pause must not become longer.
  return new Date(Math.min(last.at.getTime(), now.getTime()) + pauseS * 1000)
}
