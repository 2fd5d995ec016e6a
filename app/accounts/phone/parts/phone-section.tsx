import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Badge } from '~/ui/badge'
import { TextField } from '~/ui/form/field'
import { AccountSection } from '../../parts/account-section'

type Props = {
  /** The number formatted for reading. */
  phone: string
  verified: boolean
  /** A code has been sent to the number. */
  codeSent: boolean
  answer: FormAnswer | undefined
}

/** Shows whether the phone number is verified, and the form for the code that verifies it. */
export function PhoneSection({ phone, verified, codeSent, answer }: Props) {
  const state = verified ? (
    <Badge tone="spruce" icon="check">
      Bekräftat
    </Badge>
  ) : (
    <Badge icon="clock">Inte bekräftat</Badge>
  )
  const number = <strong className="inline-block">{phone}</strong>
  return (
    <AccountSection id="mobilnummer" title="Ditt nummer för SMS" state={state}>
      {verified && (
        <p>Vi vet att {number} är ditt, så SMS från oss kommer dit. Byter du nummer bekräftar du det nya.</p>
      )}
      {!verified && !codeSent && (
        <>
          <p>
            Vi skickar inga SMS till {number} förrän vi vet att det är ditt. Vi skickar en kod dit, och du skriver in
            den här.
          </p>
          <IntentForm
            intent="send-phone-code"
            section="mobilnummer"
            answer={answer}
            submit={{ children: 'Skicka koden', busyText: 'Skickar...' }}
          />
        </>
      )}
      {!verified && codeSent && (
        <>
          <p>Vi har skickat ett SMS med sex siffror till {number}. Koden gäller i tio minuter och för fem försök.</p>
          <IntentForm
            intent="prove-phone"
            section="mobilnummer"
            answer={answer}
            submit={{ children: 'Bekräfta numret', busyText: 'Kontrollerar...' }}
          >
            <TextField
              name="code"
              label="Koden i SMS:et"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              required
              className="max-w-48"
            />
          </IntentForm>
          <IntentForm
            intent="send-phone-code"
            section="mobilnummer"
            answer={answer}
            submit={{ children: 'Skicka en ny kod', busyText: 'Skickar...', variant: 'secondary' }}
          />
        </>
      )}
    </AccountSection>
  )
}
