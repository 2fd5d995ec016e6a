import { useState } from 'react'

/**
 * The `key` of a calendar whose day is part of the address. A day picked in the calendar itself must not remount it,
 * which would lose the keyboard focus; any other day does. `setPicked` goes into the calendar's `onChange`.
 */
export function useShownDay(day: string | null) {
  const [picked, setPicked] = useState<string | null>(null)
  const [shown, setShown] = useState(day)
  if (day !== picked && day !== shown) setShown(day)
  return { shown, setPicked }
}
