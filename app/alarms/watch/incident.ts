/** What the auditor can find to be wrong, and how often operators are told of it. */
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
  /** Empty when it is about no alarm of its own. */
  alarmId: string | null
  kind: IncidentKind
  /** Which row or postcode it is about: the same one is one incident. */
  subject: string
}

/** One message, by kind: a hundred would be as good as none. The gravest first is the one that stands for most. */
export function incidentLines(counts: readonly { kind: IncidentKind; count: number }[]): string[] {
  return [...counts]
    .sort((one, other) => other.count - one.count)
    .map(({ kind, count }) => `${incidentLabels[kind]} (${count})`)
}

/** Minutes between words about what nobody is known to have heard of: soon at first, and never so often that it cannot be read. */
const pausesS = [60, 120, 300, 600]
const longestPauseS = 900
/** When no way out has taken them. */
const retryS = 10

export type LastWords = {
  at: Date
  wereTaken: boolean
  /** How many times it has been said since the oldest of it was found. */
  times: number
}

/** When operators are to be told, of something that nobody has heard of. */
export function tellAt(last: LastWords | null, now: Date): Date {
  if (last === null) return now
  const pauseS = last.wereTaken ? (pausesS[Math.max(last.times, 1) - 1] ?? longestPauseS) : retryS
  // A clock that went back must not make the pause long.
  return new Date(Math.min(last.at.getTime(), now.getTime()) + pauseS * 1000)
}
