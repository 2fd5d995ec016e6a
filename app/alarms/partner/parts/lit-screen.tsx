import { useHydrated } from '~/ui/form/hydrated'
import { useLitScreen } from './use-lit-screen'

/** Whoever lays the phone on the dashboard of a car must know whether the next alarm will be seen there. */
export function LitScreen() {
  const isLit = useLitScreen()
  if (!useHydrated()) return null
  return (
    <p role="status" className="px-4 text-small text-soft">
      {isLit ? 'Skärmen hålls tänd medan sidan är framme.' : 'Skärmen kan slockna av sig själv.'}
    </p>
  )
}
