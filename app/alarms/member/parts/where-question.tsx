import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { Button } from '~/ui/form/button'
import { Checkbox } from '~/ui/form/choice'
import { TextField } from '~/ui/form/field'
import { useHydrated } from '~/ui/form/hydrated'
import { Icon, type IconName } from '~/ui/marks/icon'
import type { Standing } from '../../home/home'
import { type Place, placeChosen, placeLabels, places, sharesPosition } from '../../raise/where/place'
import { type PositionState, saidYesBefore, type usePosition } from './use-position'

const icons: Record<Place, IconName> = { home: 'home', here: 'map-pin', elsewhere: 'edit' }

const positionWords: Record<PositionState, string> = {
  'not asked': 'Telefonens plats skickas inte.',
  looking: 'Letar efter din plats. Du behöver inte vänta: larmet går ändå.',
  found: 'Platsen följer med så länge larmet är öppet. Bara de som larmas kan se den.',
  refused: 'Telefonen delar inte sin plats. Skriv var du är i stället.',
  'not found': 'Platsen gick inte att hitta. Skriv var du är i stället.',
}

type Props = {
  setup: Pick<Standing, 'hasHome' | 'sharesPosition'>
  /** What the open alarm already says. Hiding then has a button of its own (hiding.tsx). */
  said: { place: Place | null } | null
  position: ReturnType<typeof usePosition>
  /** The button that sends. Optional questions stand below it, so that the button is within reach of the thumb. */
  children: ReactNode
}

/** The only question of the alarm: where. A default is preselected, so that one press is enough. */
export function WhereQuestion({ setup, said, position, children }: Props) {
  const chosen = said?.place ?? placeChosen(setup)
  const [place, setPlace] = useState<Place | null>(chosen)
  const group = useRef<HTMLFieldSetElement>(null)
  const { ask, forget } = position
  const saidYes = setup.sharesPosition === true
  const hydrated = useHydrated()

  // The choice may have been made before hydration or restored by the browser, so read it from the DOM.
  useEffect(() => {
    const ticked = group.current?.querySelector<HTMLInputElement>('input[name=place]:checked')
    const now = (ticked?.value ?? null) as Place | null
    setPlace(now)
    if (!sharesPosition(now, saidYes)) return
    void saidYesBefore().then((yes) => yes && ask())
  }, [saidYes, ask])

  function choose(event: FormEvent<HTMLInputElement>) {
    const next = event.currentTarget.value as Place
    setPlace(next)
    // Choosing 'Där jag är nu' is consent in itself; the browser asks for permission if it has to.
    if (next === 'here') ask()
    else if (!sharesPosition(next, saidYes)) forget()
  }

  return (
    <>
      <fieldset ref={group} className="peer/where min-w-0">
        <legend className="font-semibold">Var behövs hjälpen?</legend>
        <div className="mt-1.5 grid grid-cols-[repeat(auto-fit,minmax(min(6.5rem,100%),1fr))] gap-2">
          {places.map((each) => (
            <label
              key={each}
              className="choice flex min-h-16 cursor-pointer flex-col items-center justify-center gap-0.5 px-2 py-1.5 short:min-h-12 short:flex-row short:gap-1.5 short:py-1 short:text-small text-center leading-snug font-semibold hyphens-auto"
            >
              <span className="flex items-center gap-2">
                <input
                  type="radio"
                  name="place"
                  value={each}
                  defaultChecked={each === chosen}
                  onChange={choose}
                  className="tick"
                />
                <Icon name={icons[each]} className="size-6 short:hidden" />
              </span>
              {placeLabels[each]}
            </label>
          ))}
        </div>
      </fieldset>
      {/* Shown by CSS from the choice itself, so that it works before hydration and without scripts. */}
      <div className="hidden peer-has-[[value=elsewhere]:checked]/where:block not-supports-[selector(:has(*))]:block">
        <TextField name="elsewhere" label="Vilken plats?" autoComplete="off" maxLength={200} optional />
      </div>
      {place === 'home' && !setup.hasHome ? (
        <p className="text-small">
          Vi vet inte var du bor. <Link to={href('/dashboard/customer/safety/setup')}>Fyll i det</Link> när det är
          lugnt, och skriv adressen här så länge.
        </p>
      ) : null}
      <noscript>
        <p className="hidden text-small text-soft not-supports-[selector(:has(*))]:block [.peer\/where:has([value=here]:checked)~noscript_&]:block">
          Utan JavaScript kan telefonen inte skicka sin plats: välj Annan plats och skriv var du är.
        </p>
      </noscript>
      {children}
      {place === 'elsewhere' ? null : (
        <div className={hydrated ? '' : 'invisible noscript:hidden'}>
          <PhonePosition position={position} />
        </div>
      )}
      {said ? null : (
        <Checkbox
          name="hides"
          label={<span className="font-semibold">Ring mig inte, jag gömmer mig</span>}
          hint="Inget från oss låter i din telefon. Allt står här på sidan."
        />
      )}
    </>
  )
}

/**
 * Position sharing, which needs scripts and which the member can switch at any moment. The row reserves its height from
 * the start, so that the buttons below do not move on hydration or when a position is found.
 */
function PhonePosition({ position: { state, ask, forget } }: Pick<Props, 'position'>) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <div className="grid min-w-0 grow basis-60 text-small text-soft">
        <p role="status" className="col-start-1 row-start-1">
          {positionWords[state]}
        </p>
        <p aria-hidden className="invisible col-start-1 row-start-1">
          {positionWords.found}
        </p>
      </div>
      <Button type="button" variant="quiet" size="small" onClick={state === 'not asked' ? ask : forget}>
        <span className="grid">
          <span className="col-start-1 row-start-1">
            {state === 'not asked' ? 'Skicka platsen' : 'Skicka inte platsen'}
          </span>
          <span aria-hidden className="invisible col-start-1 row-start-1">
            Skicka inte platsen
          </span>
        </span>
      </Button>
    </div>
  )
}
