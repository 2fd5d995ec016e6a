import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Badge } from '~/ui/badge'
import { TextField } from '~/ui/form/field'
import type { OwnProofs } from '../../login/own-proofs'
import { AccountSection } from '../../parts/account-section'
import { OwnProof } from '../../parts/own-proof'

type Props = {
  email: string
  verified: boolean
  /** The address of a pending change, which a link has been mailed to. */
  waitingEmail: string | null
  proofs: OwnProofs
  answer: FormAnswer | undefined
}

export function EmailSection({ email, verified, waitingEmail, proofs, answer }: Props) {
  const state = verified ? (
    <Badge tone="spruce" icon="check">
      Bekräftad
    </Badge>
  ) : (
    <Badge icon="clock">Inte bekräftad</Badge>
  )
  return (
    <AccountSection id="epost" title="E-postadress" state={state}>
      <p>
        Du loggar in med <Address>{email}</Address>, och dit kommer våra mejl.
      </p>
      {waitingEmail && (
        <div className="grid gap-4 rounded-control bg-mist p-4">
          <p>
            Vi har skickat en länk till <Address>{waitingEmail}</Address>. När du har följt den är det den adressen som
            gäller.
          </p>
          <IntentForm
            intent="cancel-email-change"
            section="epost"
            answer={answer}
            submit={{ children: 'Avbryt bytet', busyText: 'Avbryter...', variant: 'secondary' }}
          />
        </div>
      )}
      <IntentForm
        intent="change-email"
        section="epost"
        answer={answer}
        submit={{ children: 'Skicka länk till nya adressen', busyText: 'Skickar...' }}
      >
        <TextField name="email" label="Ny e-postadress" type="email" autoComplete="email" required />
        <OwnProof proofs={proofs} answer={answer} />
      </IntentForm>
    </AccountSection>
  )
}

function Address({ children }: { children: string }) {
  return <strong className="wrap-anywhere hyphens-none">{children}</strong>
}
