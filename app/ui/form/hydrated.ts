import { useSyncExternalStore } from 'react'

const nothingToWatch = () => () => {}

/** False in the server's HTML and during hydration, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothingToWatch,
    () => true,
    () => false,
  )
}
