import { useEffect, useState } from 'react'
import { useSubmit } from 'react-router'
import type { FormAnswer } from '~/door/parts/intent-form'
import { chosen } from '~/shared/chosen'
import { Button } from '~/ui/form/button'
import { ErrorSummary } from '~/ui/form/error-summary'

import type { Found } from './push-browser'

type Standing = Found | 'looking' | 'asking' | 'failed'

type Props = {
  /** The server's public VAPID key, base64url. */
  pushKey: string
  /** The endpoints of the browsers that are already registered. */
  known: string[]
  answer: FormAnswer | undefined
  /** The form's intent on pages that use another name. */
  intent?: string
}

const words: Record<Exclude<Standing, 'off' | 'asking' | 'on' | 'looking'>, string> = {
  impossible:
    'Den här webbläsaren kan inte ta emot push. På en iPhone: lägg först till sidan på hemskärmen och öppna den därifrån.',
  refused:
    'Push är inte tillåtet för sidan i den här webbläsaren. Det ändrar du i webbläsarens inställningar för sidan.',
  outdated: 'Push når inte längre den här webbläsaren. Slå på det igen, så fungerar det som förut.',
  failed: 'Det gick inte att slå på push just nu. Kontrollera att du är uppkopplad och försök igen.',
}

/** Loaded on demand, so that not every page carries it. */
const browsersPush = () => import('./push-browser')

/** Subscribes this browser to pushes on a press, and posts the subscription. Needs JavaScript, and says so. */
export function PushButton({ pushKey, known, answer, intent = 'register-browser' }: Props) {
  const submit = useSubmit()
  const [standing, setStanding] = useState<Standing>('looking')
  const isKnown = known.join(' ')

  // Runs after a refusal too, which ends the state "asking".
  // biome-ignore lint/correctness/useExhaustiveDependencies: that there is an answer is what counts, not what it says.
  useEffect(() => {
    let current = true
    void browsersPush()
      .then(({ lookAtPush }) => lookAtPush(pushKey, isKnown.split(' ')))
      .catch((): Standing => 'failed')
      .then((found) => current && setStanding(found))
    return () => {
      current = false
    }
  }, [pushKey, isKnown, answer])

  async function turnOn() {
    setStanding('asking')
    try {
      const { lookAtPush, subscribe } = await browsersPush()
      const subscription = await subscribe(pushKey)
      if (!subscription) return setStanding(await lookAtPush(pushKey, known))
      const { endpoint = '', keys = {} } = subscription.toJSON()
      const { p256dh = '', auth = '' } = keys
      await submit({ intent, endpoint, p256dh, auth }, { method: 'post' })
    } catch {
      setStanding('failed')
    }
  }

  const refusal = answer?.intent === intent ? answer.refusal : undefined
  return (
    <div className="grid gap-4">
      <noscript>
        <p className="text-soft">Att slå på push kräver JavaScript. Mejl och SMS fungerar utan.</p>
      </noscript>
      {refusal && <ErrorSummary refusal={refusal} fieldId={(name) => name} />}
      {(standing === 'off' || standing === 'outdated' || standing === 'asking' || standing === 'failed') && (
        <div>
          <Button icon="bell" busy={standing === 'asking'} busyText="Frågar webbläsaren..." onClick={turnOn}>
            Slå på push i den här webbläsaren
          </Button>
        </div>
      )}
      <p role="status" className="text-soft empty:hidden">
        {chosen(words, standing)}
        {standing === 'on' ? 'Push är påslaget i den här webbläsaren.' : ''}
      </p>
    </div>
  )
}
