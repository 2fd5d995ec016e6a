import type { ReactNode } from 'react'
import { Badge } from '~/ui/badge'
import { PasswordField, TextField } from '~/ui/field'
import type { EnrolmentShown } from '../enrolment.server'
import { AccountSection } from './account-section'
import { ArrivalHeading } from './arrival-heading'
import { EnrolmentSteps } from './enrolment-steps'
import { type FormAnswer, IntentForm } from './intent-form'
import { RecoveryCodes } from './recovery-codes'

export type SecurityAnswer = FormAnswer & { enrolment?: EnrolmentShown | null; recoveryCodes?: string[] }

const id = 'tvasteg'

export function SecondFactorSection({ isOn, answer }: { isOn: boolean; answer: SecurityAnswer | undefined }) {
  const state = isOn ? (
    <Badge tone="spruce" icon="check">
      På
    </Badge>
  ) : (
    <Badge>Av</Badge>
  )
  return (
    <AccountSection id={id} title="Tvåstegsverifiering" state={state}>
      {isOn ? <TurnedOn answer={answer} /> : <TurnedOff answer={answer} />}
    </AccountSection>
  )
}

function TurnedOff({ answer }: { answer: SecurityAnswer | undefined }) {
  if (answer?.enrolment) return <EnrolmentSteps enrolment={answer.enrolment} section={id} answer={answer} />
  return (
    <>
      <p>
        Med en kod från en app i telefonen kommer ingen in på ditt konto, inte ens den som har fått tag i ditt lösenord.
        Vilken autentiseringsapp som helst fungerar.
      </p>
      <IntentForm
        intent="enrol-second-factor"
        section={id}
        answer={answer}
        submit={{ children: 'Slå på', busyText: 'Förbereder...' }}
      >
        <PasswordField name="password" label="Ditt lösenord" autoComplete="current-password" required />
      </IntentForm>
    </>
  )
}

function TurnedOn({ answer }: { answer: SecurityAnswer | undefined }) {
  return (
    <>
      <p>När du loggar in frågar vi efter en kod från din app, eller en av dina reservkoder.</p>
      {answer?.recoveryCodes && (
        <div key={answer.recoveryCodes[0]} className="grid gap-3 rounded-control bg-mist p-4 sm:p-5">
          <ArrivalHeading>Dina nya reservkoder</ArrivalHeading>
          <p>De gamla fungerar inte längre. De här visas bara nu.</p>
          <RecoveryCodes codes={answer.recoveryCodes} />
        </div>
      )}
      <Choice title="Nya reservkoder" intent="renew-recovery-codes" answer={answer}>
        <p>Har du använt dina koder, eller tappat bort dem? Byt ut dem mot nya.</p>
        <IntentForm
          intent="renew-recovery-codes"
          section={id}
          answer={answer}
          submit={{ children: 'Visa nya koder', busyText: 'Byter...', variant: 'secondary' }}
        >
          <PasswordAndCode />
        </IntentForm>
      </Choice>
      <Choice title="Stäng av tvåstegsverifiering" intent="remove-second-factor" answer={answer}>
        <p>Sedan räcker lösenordet för att logga in.</p>
        <IntentForm
          intent="remove-second-factor"
          section={id}
          answer={answer}
          submit={{ children: 'Stäng av', busyText: 'Stänger av...', variant: 'alarm' }}
        >
          <PasswordAndCode />
        </IntentForm>
      </Choice>
    </>
  )
}

/** Both, or whoever found out the password could take the second step away. */
function PasswordAndCode() {
  return (
    <>
      <PasswordField name="password" label="Ditt lösenord" autoComplete="current-password" required />
      <TextField
        name="code"
        label="Kod från appen"
        hint="Eller en av dina reservkoder"
        autoComplete="one-time-code"
        required
      />
    </>
  )
}

type ChoiceProps = { title: string; intent: string; answer: FormAnswer | undefined; children: ReactNode }

/** What one seldom does stays folded, until it has something to say. */
function Choice({ title, intent, answer, children }: ChoiceProps) {
  const wasRefused = answer?.intent === intent && answer.refusal !== undefined
  return (
    <details key={String(wasRefused)} open={wasRefused} className="border-t border-line pt-2">
      <summary className="flex min-h-12 items-center rounded-control font-semibold text-spruce">{title}</summary>
      <div className="mt-2 grid gap-5">{children}</div>
    </details>
  )
}
