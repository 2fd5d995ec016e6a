import { AccountSection } from '~/accounts/public'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { TextArea, TextField } from '~/ui/form/field'
import type { Home } from '../home-form'

type Props = {
  home: Home | null
  /** Saved while the member had another postcode. */
  isElsewhere: boolean
  postcode: string
  answer: FormAnswer | undefined
}

export function HomeSection({ home, isElsewhere, postcode, answer }: Props) {
  return (
    <AccountSection id="home" title="Ditt hem">
      <p>
        Hemmet sparas krypterat. Gatan fyller vi i åt dig i formuläret när du bokar något som görs hemma; företaget får
        den först när du skickar. Bara den som kan komma till ett larm du har ute får se det, medan larmet är öppet, och
        det skrivs upp vem som tittar. Det står aldrig i ett SMS.
      </p>
      {isElsewhere ? (
        <p className="font-semibold">
          Du har bytt postnummer till {postcode} sedan hemmet sparades. Rätta adressen om du har flyttat, och spara den,
          så att hjälpen kommer till rätt dörr.
        </p>
      ) : null}
      <IntentForm
        intent="save-home"
        section="home"
        answer={answer}
        submit={{ children: 'Spara hemmet', busyText: 'Sparar...' }}
      >
        <div className="grid gap-6 sm:grid-cols-[2fr_1fr]">
          <TextField name="street" label="Gata" hint={`I ${postcode}`} defaultValue={home?.street} maxLength={80} />
          <TextField name="number" label="Nummer" defaultValue={home?.number} maxLength={12} className="self-end" />
        </div>
        <TextField name="doorName" label="Namn på dörren" defaultValue={home?.doorName} maxLength={80} />
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField name="floor" label="Våning" optional defaultValue={home?.floor} maxLength={30} />
          <TextField
            name="doorCode"
            label="Portkod"
            optional
            defaultValue={home?.doorCode}
            maxLength={30}
            autoComplete="off"
          />
        </div>
        <TextArea
          name="toKnow"
          label="Bra att veta för den som kommer"
          hint="Till exempel: hör dåligt, hund. Skriv bara det som hjälpen behöver."
          optional
          rows={2}
          defaultValue={home?.toKnow}
        />
      </IntentForm>
      {home ? (
        <IntentForm
          intent="take-home-back"
          section="home"
          answer={answer}
          submit={{ children: 'Ta bort hemmet', busyText: 'Tar bort...', variant: 'secondary' }}
        />
      ) : null}
    </AccountSection>
  )
}
