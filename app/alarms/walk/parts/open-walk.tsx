import { useEffect } from 'react'
import type { FormAnswer } from '~/door/parts/intent-form'
import { useLook } from '~/live/public'
import { formatClock } from '~/shared/time'
import { Form } from '~/ui/form/form'
import { useHydrated } from '~/ui/form/hydrated'
import { SubmitButton } from '~/ui/form/submit-button'
import type { Walk } from '../walk-store.server'
import { useWalkPosition } from './use-walk-position'

type Props = { walk: Walk; answer: FormAnswer | undefined }

const lookEvery = 15_000
const moreMinutes = [15, 30] as const

/** A walk in progress: one large button, and what happens if it is not pressed. */
export function OpenWalk({ walk, answer }: Props) {
  const look = useLookAgain()
  const isAsked = walk.state === 'asked'
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content="30" />
      </noscript>
      <section
        aria-labelledby="vandring"
        className={`rounded-card p-[min(1.25rem,6vw)] sm:p-7 ${isAsked ? 'bg-alarm text-on-alarm' : 'bg-surface'}`}
      >
        <div role="status">
          <h2 id="vandring" className="text-h3">
            {isAsked ? 'Är du hemma?' : `Hemma kl. ${formatClock(walk.homeAt)}`}
          </h2>
          <p className="mt-2">
            {isAsked
              ? `Svarar du inte går larmet kl. ${formatClock(walk.dueAt)}.`
              : 'Har du inte tryckt då frågar vi dig. Svarar du inte på det larmar vi.'}
          </p>
        </div>
      </section>
      <Form action="?#top" refusal={answer?.refusal} values={answer?.values} className="grid grid-cols-1 gap-4">
        <SubmitButton
          name="intent"
          value="home"
          size="large"
          icon="home"
          busyText="Säger till..."
          className="min-h-16 w-full text-h4"
        >
          Hemma
        </SubmitButton>
      </Form>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
        {moreMinutes.map((minutes) => (
          <Form key={minutes} action="?#top">
            <input type="hidden" name="minutes" value={minutes} />
            <SubmitButton name="intent" value="extend" variant="secondary" busyText="Ändrar..." className="w-full">
              {minutes} min till
            </SubmitButton>
          </Form>
        ))}
      </div>
      <Sharing walk={walk} look={look} />
      <Form action="?#top">
        <SubmitButton name="intent" value="cancel" variant="quiet" busyText="Avbryter...">
          Avbryt, larma inte
        </SubmitButton>
      </Form>
    </>
  )
}

const sharingWords = {
  off: 'Larmet går utan plats.',
  looking: 'Letar efter din plats.',
  sent: 'Din plats skickas medan den här sidan är öppen.',
  refused: 'Telefonen delar inte din plats. Larmet går ändå, utan plats.',
  'not found': 'Platsen gick inte att hitta. Larmet går ändå, med den senaste vi fick.',
  over: 'Platsen skickas inte längre. Vi ser efter vad som har ändrats.',
} as const

function Sharing({ walk, look }: { walk: Walk; look: () => unknown }) {
  const hydrated = useHydrated()
  const state = useWalkPosition(walk, look)
  if (!hydrated && !walk.sharesPosition) {
    return (
      <noscript>
        <p className="rounded-control bg-mist px-4 py-3">
          Utan JavaScript kan telefonen inte skicka var du är. Larmet går ändå, utan plats.
        </p>
      </noscript>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <p role="status" className="text-soft">
        {sharingWords[state]}
        {walk.positionedAt ? ` Senast kl. ${formatClock(walk.positionedAt)}.` : ''}
      </p>
      <Form action="?#top">
        <SubmitButton
          name="intent"
          value={walk.sharesPosition ? 'hide' : 'share'}
          variant="secondary"
          icon="map-pin"
          busyText="Ändrar..."
        >
          {walk.sharesPosition ? 'Skicka inte var jag är' : 'Skicka var jag är'}
        </SubmitButton>
      </Form>
    </div>
  )
}

/** Polls, since the question may come while the page is open. */
function useLookAgain() {
  const look = useLook({ keepsAnswers: true })
  useEffect(() => {
    const timer = setInterval(look, lookEvery)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [look])
  return look
}
