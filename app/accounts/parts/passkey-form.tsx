import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { TextField } from '~/ui/form/field'
import { useHydrated } from '~/ui/form/hydrated'
import { askForNewKey, canUsePasskeys, isNamed, makeKey } from '../passkeys/passkey-browser'
import { FreshLogin } from './fresh-login'

type Props = { section: string; device: string; isFresh: boolean; answer: FormAnswer | undefined }

/** Adds a passkey on this device. Needs JavaScript and a browser that supports passkeys. */
export function PasskeyForm({ section, device, isFresh, answer }: Props) {
  const hydrated = useHydrated()
  const made = useRef<HTMLInputElement>(null)
  const [asking, setAsking] = useState(false)
  const [message, setMessage] = useState('')
  // Support is only known after hydration.
  if (!hydrated) {
    return (
      <noscript>
        <CannotAdd>Det behövs en webbläsare med JavaScript på.</CannotAdd>
      </noscript>
    )
  }
  if (!canUsePasskeys()) {
    return (
      <CannotAdd>
        {isNamed()
          ? 'Det behövs en nyare webbläsare.'
          : 'Adressen i webbläsaren är siffror, och en passnyckel hör till ett namn.'}
      </CannotAdd>
    )
  }

  async function make({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    if (!form || !made.current) return
    setMessage('Väntar på din enhet...')
    setAsking(true)
    const options = await askForNewKey(new FormData(form))
    const key = options && (await makeKey(options))
    setAsking(false)
    setMessage('')
    if (options && !key) return setMessage('Ingen passnyckel lades till. Kanske finns det redan en på den här enheten.')
    made.current.value = key ?? ''
    // Submit even without a passkey: the form's answer says what has to be filled in.
    form.requestSubmit()
  }

  return (
    <IntentForm
      intent="add-passkey"
      section={section}
      answer={answer}
      submit={{
        children: 'Lägg till en passnyckel på den här enheten',
        busyText: 'Sparar...',
        onClick(event) {
          event.preventDefault()
          if (!asking) void make(event)
        },
      }}
    >
      <input ref={made} type="hidden" name="newPasskey" />
      <TextField
        name="name"
        label="Namn på passnyckeln"
        hint="Så att du känner igen den, till exempel Min telefon."
        defaultValue={device}
        maxLength={60}
        className="sm:max-w-sm"
        required
      />
      <FreshLogin isFresh={isFresh} />
      <p role="status" className="text-small text-soft">
        {message}
      </p>
    </IntentForm>
  )
}

function CannotAdd({ children }: { children: ReactNode }) {
  return <p className="text-soft">Här går det inte att lägga till en passnyckel. {children}</p>
}
