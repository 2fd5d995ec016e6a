import { useHydrated } from '~/ui/form/hydrated'
import type { PositionState } from './use-position'

const words: Record<PositionState, string> = {
  'not asked': 'Frivilligt. Bara de som larmas kan se den, och det skrivs upp vem som tittar.',
  looking: 'Letar efter din plats. Du behöver inte vänta: larmet går ändå.',
  found: 'Platsen följer med larmet.',
  refused: 'Telefonen delar inte din plats. Skriv var du är i stället.',
  'not found': 'Platsen gick inte att hitta. Skriv var du är i stället.',
}

type Props = { state: PositionState; onAsk(): void; onForget(): void }

/** A phone gives its position to scripts alone, so without them the box is not there. */
export function PositionBox({ state, onAsk, onForget }: Props) {
  if (!useHydrated()) return null
  return (
    <label className="flex min-h-12 items-start gap-3 py-2">
      <input
        type="checkbox"
        className="tick mt-0.5"
        checked={state !== 'not asked'}
        onChange={(event) => (event.currentTarget.checked ? onAsk() : onForget())}
        aria-describedby="plats-besked"
      />
      <span className="min-w-0">
        <span className="font-semibold">Skicka med var jag är</span>
        <span id="plats-besked" role="status" className="block text-small text-soft">
          {words[state]}
        </span>
      </span>
    </label>
  )
}
