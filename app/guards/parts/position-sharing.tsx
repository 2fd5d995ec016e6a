import { useEffect, useState } from 'react'
import { Form, useFetcher } from 'react-router'
import { Button } from '~/ui/form/button'
import { useHydrated } from '~/ui/form/hydrated'
import { GuardSection } from './guard-section'

/** Often enough to know who is nearest, seldom enough to spare the battery. */
const every = 5 * 60_000

/**
 * Optional sharing of the position, which sorts guards by distance and is shown on an alarm's map. Not offered without
 * JavaScript.
 */
export function PositionSharing({ isShared }: { isShared: boolean }) {
  const { submit } = useFetcher()
  const hydrated = useHydrated()
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    if (!isShared) return
    const again = setInterval(() => send(submit, () => {}, { unasked: 'on' }), every)
    return () => clearInterval(again)
  }, [isShared, submit])

  if (!hydrated && !isShared) return null
  return (
    <GuardSection
      id="plats"
      title="Din plats"
      lead={
        isShared
          ? 'Du delar din plats så länge du är i tjänst. Vid ett larm ser dina kollegor och jouren den på kartan. Bara den senaste sparas, och den glöms när tjänsten slutar.'
          : 'Dela den om du vill, så får den som är närmast ett larm det först, och dina kollegor och jouren ser er på larmets karta. Den glöms när tjänsten slutar.'
      }
    >
      {isShared ? (
        <Form method="post" preventScrollReset>
          <Button name="intent" value="hide-position" variant="secondary">
            Sluta dela min plats
          </Button>
        </Form>
      ) : (
        <Button type="button" variant="secondary" icon="map-pin" onClick={() => send(submit, setProblem)}>
          Dela min plats
        </Button>
      )}
      {problem && (
        <p role="alert" className="text-alarm-text">
          {problem}
        </p>
      )}
    </GuardSection>
  )
}

type Submit = ReturnType<typeof useFetcher>['submit']

/** `unasked`: sent by the timer without a press, so a failure needs no message. */
function send(submit: Submit, say: (problem: string) => void, by: { unasked?: 'on' } = {}) {
  if (!('geolocation' in navigator)) return say('Telefonen kan inte visa sin plats.')
  navigator.geolocation.getCurrentPosition(
    ({ coords }) =>
      void submit(
        { intent: 'share-position', latitude: String(coords.latitude), longitude: String(coords.longitude), ...by },
        { method: 'post', action: '/vakt' },
      ),
    () => say('Telefonen gav inte ut sin plats. Tillåt det i inställningarna och försök igen.'),
    { maximumAge: 60_000, timeout: 20_000 },
  )
}
