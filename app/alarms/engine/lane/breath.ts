/**
 * Rate-limits looks for due work: a lone call looks at once (leading edge), calls within the interval that follows
 * share one look at its end.
 */
export type Breath = {
  /** Looks now, or at the end of the current interval. */
  look(): void
  /** Starts an interval without a look. False if one is running already. */
  hold(): boolean
  /** Ends the interval: its time is over, or it was started in vain. Looks now if anything was asked for meanwhile. */
  end(): void
  /** Ends the interval and drops what was asked for meanwhile. */
  stop(): void
}

export function openBreath(ms: number, lookNow: () => void): Breath {
  let held: ReturnType<typeof setTimeout> | null = null
  let hasComeMeanwhile = false

  function hold() {
    if (held) return false
    held = setTimeout(end, ms)
    return true
  }

  function look() {
    if (hold()) lookNow()
    else hasComeMeanwhile = true
  }

  function end() {
    if (held) clearTimeout(held)
    held = null
    if (!hasComeMeanwhile) return
    hasComeMeanwhile = false
    look()
  }

  function stop() {
    hasComeMeanwhile = false
    end()
  }

  return { look, hold, end, stop }
}
