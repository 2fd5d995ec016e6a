import { Button } from '~/ui/form/button'
import { useHydrated } from '~/ui/form/hydrated'
import { Icon } from '~/ui/marks/icon'
import type { useSiren } from './use-siren'

const words = {
  off: 'Ljudet är av. Slå på det, så hörs ett larm även när du inte tittar.',
  asleep: 'Ljudet väntar på att du rör vid sidan.',
  on: 'Ljudet är på.',
} as const

/** Always shows whether the sound is on: a silent screen taken for a loud one is worse than none. */
export function SoundSwitch({ state, turnOn, turnOff }: ReturnType<typeof useSiren>) {
  if (!useHydrated()) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-surface px-4 py-3">
      <p role="status" className="flex min-w-0 items-center gap-3">
        <Icon
          name={state === 'on' ? 'bell' : 'bell-off'}
          className={`size-6 ${state === 'on' ? 'text-spruce' : 'text-lamp-ink'}`}
        />
        <span className="min-w-0">{words[state]}</span>
      </p>
      {state === 'on' ? (
        <Button type="button" variant="quiet" onClick={turnOff}>
          Stäng av ljudet
        </Button>
      ) : (
        <Button type="button" variant="secondary" onClick={() => void turnOn()}>
          Slå på ljudet
        </Button>
      )}
    </div>
  )
}
