/** In a rush many share a look; what comes alone is looked for at once. */
export type Breath = {
  /** Looks now, or at the end of the breath that is held. */
  look(): void
  /** Holds one without a look. False while one is held. */
  hold(): boolean
  /** Its time is over, or it was held for nothing: whatever has come meanwhile is looked for now. */
  end(): void
  /** What has come meanwhile is looked for no more. */
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
