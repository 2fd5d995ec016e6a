import { useEffect, useState } from 'react'
import { useSubmit } from 'react-router'
import { AccountSection } from '~/accounts/public'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Button } from '~/ui/form/button'
import { useHydrated } from '~/ui/form/hydrated'

type Props = { sharesPosition: boolean | null; answer: FormAnswer | undefined }

const standing = {
  yes: 'Du har sagt ja: platsen följer med när du larmar hemifrån eller väljer ”Där jag är nu”.',
  no: 'Du har sagt nej: platsen skickas bara om du väljer ”Där jag är nu” i ett larm.',
  unsaid: 'Säg ja nu, i lugn och ro, så behöver telefonen inte fråga när det är bråttom.',
} as const

/** Asks in advance for both the member's choice and the browser's permission. */
export function PositionSection({ sharesPosition, answer }: Props) {
  const said = sharesPosition === null ? 'unsaid' : sharesPosition ? 'yes' : 'no'
  return (
    <AccountSection id="position" title="Telefonens plats">
      <p>{standing[said]}</p>
      <p className="text-soft">
        Vi sparar ingen plats nu. I ett larm skickas den medan larmet är öppet. De som larmas kan se den tills någon har
        tagit larmet, sedan den som har det, den som kommer med och vår jour. Det skrivs upp vem som tittar.
      </p>
      <AskPhone isYes={said === 'yes'} />
      <noscript>
        <p>
          Utan JavaScript kan telefonen inte skicka sin plats. Larmet går lika bra ändå: den som kommer ser ditt hem.
        </p>
      </noscript>
      {said === 'no' ? null : (
        <IntentForm
          intent="choose-position"
          section="position"
          hidden={{ share: 'no' }}
          answer={answer}
          submit={{ children: 'Larma utan min plats', busyText: 'Sparar...', variant: 'secondary' }}
        />
      )}
    </AccountSection>
  )
}

type Asked = 'not asked' | 'asking' | 'granted' | 'refused' | 'not found'

const words: Record<Asked, string> = {
  'not asked': '',
  asking: 'Svara på telefonens fråga.',
  granted: 'Den här telefonen har sagt ja.',
  refused: 'Telefonen sa nej. Ändra det i webbläsarens inställningar för sidan, eller larma utan plats.',
  'not found': 'Platsen gick inte att hitta just nu. Försök igen, kanske närmare ett fönster.',
}

/** Geolocation permission is per browser, so this one is asked even if the member said yes on another. */
function AskPhone({ isYes }: { isYes: boolean }) {
  const [asked, setAsked] = useState<Asked>('not asked')
  const submit = useSubmit()
  const hydrated = useHydrated()

  useEffect(() => {
    void navigator.permissions
      ?.query({ name: 'geolocation' })
      .then(({ state }) => {
        if (state === 'granted') setAsked('granted')
        if (state === 'denied') setAsked('refused')
      })
      .catch(() => {})
  }, [])

  function ask() {
    if (!('geolocation' in navigator)) return setAsked('not found')
    setAsked('asking')
    navigator.geolocation.getCurrentPosition(
      () => {
        setAsked('granted')
        void submit({ intent: 'choose-position', share: 'yes' }, { method: 'post' })
      },
      ({ code, PERMISSION_DENIED }) => setAsked(code === PERMISSION_DENIED ? 'refused' : 'not found'),
      { timeout: 20_000 },
    )
  }

  if (!hydrated) return null
  return (
    <div>
      {isYes && asked === 'granted' ? null : (
        <Button type="button" icon="map-pin" onClick={ask} busy={asked === 'asking'} busyText="Frågar telefonen...">
          Ja, låt telefonen skicka sin plats
        </Button>
      )}
      <p role="status" className="mt-2 text-small">
        {words[asked]}
      </p>
    </div>
  )
}
