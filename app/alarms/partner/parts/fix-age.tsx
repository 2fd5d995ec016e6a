import { useEffect, useState } from 'react'
import { formatClock } from '~/shared/time'
import type { Fix } from '../../history/alarm-views'

/** Age and accuracy of the newest position, shown before the position itself is asked for. */
export function FixAge({ fix }: { fix: Fix }) {
  const age = fix.ageS + useSecondsSince(fix)
  return (
    <p className="text-small text-soft">
      Senaste plats från telefonen: <span className="tabular">{ageWords(age)}</span> sedan (kl. {formatClock(fix.at)}),{' '}
      {fix.accuracyM === null ? 'okänt hur exakt' : `inom ungefär ${fix.accuracyM} m`}.
    </p>
  )
}

export function ageWords(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3_600)} tim`
}

/** Seconds since the position was read, by the monotonic clock: the phone's wall clock may be wrong. */
function useSecondsSince(read: Fix): number {
  const [passed, setPassed] = useState(0)
  const { ageS } = read
  const at = read.at.getTime()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reading of the same position begins anew.
  useEffect(() => {
    const began = performance.now()
    const count = () => setPassed(Math.floor((performance.now() - began) / 1000))
    count()
    const timer = setInterval(count, 1_000)
    return () => clearInterval(timer)
  }, [at, ageS])
  return passed
}
