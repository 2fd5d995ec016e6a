const day = 86_400_000

/** How long an account has existed, for an administrator who is about to give it more rights. */
export function accountAge(joinedAt: Date, now: Date): string {
  const days = Math.floor((now.getTime() - joinedAt.getTime()) / day)
  if (days < 1) return 'mindre än ett dygn'
  if (days < 61) return days === 1 ? 'en dag' : `${days} dagar`
  if (days < 731) return `${Math.floor(days / 30.44)} månader`
  return `${Math.floor(days / 365.25)} år`
}
