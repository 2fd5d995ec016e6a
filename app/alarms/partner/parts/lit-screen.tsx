import { useHydrated } from '~/ui/form/hydrated'
import { useLitScreen } from './use-lit-screen'

/** Whether the screen stays on. A guard in a car must know if the next alarm will be seen on the phone. */
export function LitScreen() {
  const isLit = useLitScreen()
  if (!useHydrated()) return null
  return (
    <p role="status" className="px-4 text-small text-soft">
      {isLit ? 'Skärmen hålls tänd medan sidan är framme.' : 'Skärmen kan slockna av sig själv.'}
    </p>
  )
}
