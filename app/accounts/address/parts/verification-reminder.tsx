import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/marks/icon'

/** Only a reminder: everything works without a verified address. */
export function VerificationReminder({ email, answer }: { email: string; answer: FormAnswer | undefined }) {
  return (
    <Card tone="mist" id="bekrafta" className="mt-6 flex max-w-2xl items-start gap-4">
      <Icon name="mail" className="mt-0.5 size-6 text-lamp-ink" />
      <div className="grid min-w-0 grow gap-4">
        <p>
          <strong className="block">Bekräfta din e-postadress</strong>
          Vi har skickat en länk till <span className="wrap-anywhere hyphens-none">{email}</span>. Följ den, så vet vi
          att viktiga besked når fram.
        </p>
        <IntentForm
          intent="resend-verification"
          section="bekrafta"
          answer={answer}
          submit={{ children: 'Skicka mejlet igen', busyText: 'Skickar...', variant: 'secondary' }}
        />
      </div>
    </Card>
  )
}
