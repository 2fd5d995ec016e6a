import { useEffect, useState } from 'react'
import { useSubmit } from 'react-router'
import type { FormAnswer } from '~/door/parts/intent-form'
import { registerWorker, tellWorkerOfPush, wasPushLost } from '~/live/public'
import { chosen } from '~/shared/chosen'
import { Button } from '~/ui/form/button'
import { ErrorSummary } from '~/ui/form/error-summary'
import { isForKey } from '../push-key'

type Standing = 'looking' | 'impossible' | 'refused' | 'off' | 'outdated' | 'asking' | 'failed' | 'on'

type Props = {
  /** The product's public key, base64url. */
  pushKey: string
  /** Addresses of the browsers that are registered already. */
  known: string[]
  answer: FormAnswer | undefined
  /** Said along with the browser's address, when a page posts it under a name of its own. */
  intent?: string
}

const words: Record<Exclude<Standing, 'off' | 'asking' | 'on' | 'looking'>, string> = {
  impossible:
    'Den här webbläsaren kan inte ta emot push. På en iPhone: lägg först till sidan på hemskärmen och öppna den därifrån.',
  refused:
    'Du har tidigare sagt nej till push i den här webbläsaren. Tillåt det i webbläsarens inställningar för sidan.',
  outdated: 'Push når inte längre den här webbläsaren. Slå på det igen, så fungerar det som förut.',
  failed: 'Det gick inte att slå på push just nu. Kontrollera att du är uppkopplad och försök igen.',
}

/** Asks this browser for its address and its keys, once somebody presses. Needs JavaScript, and says so. */
export function PushButton({ pushKey, known, answer, intent = 'register-browser' }: Props) {
  const submit = useSubmit()
  const [standing, setStanding] = useState<Standing>('looking')
  const isKnown = known.join(' ')

  // Also when the answer is a no: nothing is being asked any more then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: that there is an answer is what counts, not what it says.
  useEffect(() => {
    let current = true
    void look(pushKey, isKnown.split(' ')).then((found) => current && setStanding(found))
    return () => {
      current = false
    }
  }, [pushKey, isKnown, answer])

  async function turnOn() {
    setStanding('asking')
    try {
      const subscription = await subscribe(pushKey)
      if (!subscription) return setStanding('refused')
      const { endpoint = '', keys = {} } = subscription.toJSON()
      const { p256dh = '', auth = '' } = keys
      await submit({ intent, endpoint, p256dh, auth }, { method: 'post' })
      await tellWorkerOfPush()
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

async function look(pushKey: string, known: string[]): Promise<Standing> {
  const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!canPush || pushKey === '') return 'impossible'
  if (Notification.permission === 'denied') return 'refused'
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription || !known.includes(subscription.endpoint)) return (await wasPushLost()) ? 'outdated' : 'off'
  return isForKey(subscription.options.applicationServerKey, pushKey) ? 'on' : 'outdated'
}

/** Null when the person says no. */
async function subscribe(pushKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await registerWorker()
  // Without one nothing would ever be ready, and a push would be shown by nobody.
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error('no service worker')
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription made for another key (the demo's, an earlier one) cannot be used and is in the way.
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
}
