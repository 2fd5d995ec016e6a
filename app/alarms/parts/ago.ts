/** Duration in words: "mindre än en minut", "3 min", "2 tim 10 min". Both times come from the server's clock. */
export function howLong(from: Date, to: Date): string {
  const minutes = Math.floor((to.getTime() - from.getTime()) / 60_000)
  if (minutes < 1) return 'mindre än en minut'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} dagar`
  return minutes % 60 === 0 ? `${hours} tim` : `${hours} tim ${minutes % 60} min`
}

/** "nyss" or "för 3 min sedan". */
export function howLongAgo(from: Date, to: Date): string {
  return to.getTime() - from.getTime() < 60_000 ? 'nyss' : `för ${howLong(from, to)} sedan`
}
