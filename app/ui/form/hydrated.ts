import { useSyncExternalStore } from 'react'

const nothingToWatch = () => () => {}

/** False in the server's HTML and while React takes it over, true from then on: "JavaScript runs". */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothingToWatch,
    () => true,
    () => false,
  )
}
