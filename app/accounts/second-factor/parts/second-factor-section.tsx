import type { ReactNode } from 'react'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Badge } from '~/ui/badge'
import { PasswordField, TextField } from '~/ui/form/field'
import { ArrivalHeading } from '../../login/parts/arrival-heading'
import { AccountSection } from '../../parts/account-section'
import { FreshLogin } from '../../parts/fresh-login'
import { PasskeyConfirmation } from '../../parts/passkey-confirmation'
import type { SecurityShown } from '../../security/read-security.server'
import type { EnrolmentShown } from '../enrolment.server'
import { codesLeft, orACode } from '../recovery-code-words'
import { EnrolmentSteps } from './enrolment-steps'
import { RecoveryCodes } from './recovery-codes'

export type SecurityAnswer = FormAnswer & { enrolment?: EnrolmentShown | null; recoveryCodes?: string[] }

const id = 'tvasteg'

type Props = { security: SecurityShown; answer: SecurityAnswer | undefined }

export function SecondFactorSection({ security, answer }: Props) {
  const isOn = security.hasSecondFactor
  const state = isOn ? (
    <Badge tone="spruce" icon="check">
      På
    </Badge>
  ) : (
    <Badge>Av</Badge>
  )
  return (
    <AccountSection id={id} title="Tvåstegs&shy;verifiering" state={state}>
      {isOn ? <TurnedOn security={security} answer={answer} /> : <TurnedOff security={security} answer={answer} />}
    </AccountSection>
  )
}

function TurnedOff({ security, answer }: Props) {
  if (answer?.enrolment) return <EnrolmentSteps enrolment={answer.enrolment} section={id} answer={answer} />
  return (
    <>
      <p>
        Med en kod från en app i telefonen kommer ingen in på ditt konto, inte ens den som har fått tag i ditt lösenord.
        Vilken autentiseringsapp som helst fungerar.
      </p>
      {security.hasPassword ? (
        <EnrolmentBeginning answer={answer} />
      ) : (
        <p>
          Den hör till lösenordet, och du har inget: du loggar in med passnyckel, som räcker ensam. Skaffar du ett
          lösenord igen går det att slå på här.
        </p>
      )}
      {security.hasPassword && security.passkeys.length > 0 && (
        <Choice title="Fråga efter passnyckeln i stället" intent="ask-for-passkey" answer={answer}>
          <p>
            Då räcker inte lösenordet: när du loggar in med det frågar vi också efter din passnyckel. Du loggas ut på
            alla andra enheter.
          </p>
          <IntentForm
            intent="ask-for-passkey"
            section={id}
            answer={answer}
            submit={{ children: 'Fråga alltid efter passnyckeln', busyText: 'Slår på...', variant: 'secondary' }}
          >
            <FreshLogin isFresh={security.isFresh} />
          </IntentForm>
        </Choice>
      )}
    </>
  )
}

function EnrolmentBeginning({ answer }: { answer: SecurityAnswer | undefined }) {
  return (
    <IntentForm
      intent="enrol-second-factor"
      section={id}
      answer={answer}
      submit={{ children: 'Slå på', busyText: 'Förbereder...' }}
    >
      <PasswordField name="password" label="Ditt lösenord" autoComplete="current-password" required />
    </IntentForm>
  )
}

function TurnedOn({ security, answer }: Props) {
  const { hasApp, hasPassword, isAdmin, recoveryCodesLeft: left } = security
  if (!hasApp && answer?.enrolment) {
    return <EnrolmentSteps enrolment={answer.enrolment} section={id} answer={answer} />
  }
  return (
    <>
      <p>
        {hasApp
          ? `När du loggar in med lösenord frågar vi efter en kod från din app${orACode(left)}. En passnyckel räcker ensam.`
          : `När du loggar in med lösenord frågar vi också efter din passnyckel${orACode(left)}.`}
      </p>
      {answer?.recoveryCodes && (
        <div key={answer.recoveryCodes[0]} className="grid gap-3 rounded-control bg-mist p-4 sm:p-5">
          <ArrivalHeading>Dina nya reservkoder</ArrivalHeading>
          <p>De här visas bara nu. Hade du andra gäller de inte längre.</p>
          <RecoveryCodes codes={answer.recoveryCodes} />
        </div>
      )}
      {hasPassword && (
        <>
          <p>{codesLeft(left)}</p>
          <Choice title="Nya reservkoder" intent="renew-recovery-codes" answer={answer}>
            <p>
              {left === null
                ? 'Du får tio koder att spara. Varje kod släpper in dig en gång.'
                : 'Har du använt dina koder, eller tappat bort dem? Byt ut dem mot nya.'}
            </p>
            <IntentForm
              intent="renew-recovery-codes"
              section={id}
              answer={answer}
              submit={{ children: 'Visa nya koder', busyText: 'Byter...', variant: 'secondary' }}
            >
              <BothSteps security={security} />
            </IntentForm>
          </Choice>
          {!hasApp && (
            <Choice title="Lägg till koder från en app" intent="enrol-second-factor" answer={answer}>
              <p>Bra att ha om telefonen med passnyckeln är borta. Vilken autentiseringsapp som helst fungerar.</p>
              <EnrolmentBeginning answer={answer} />
            </Choice>
          )}
          {(hasApp || !isAdmin) && (
            <Choice title="Stäng av tvåstegsverifiering" intent="remove-second-factor" answer={answer}>
              <p>
                {isAdmin && security.passkeys.length > 0
                  ? 'Appens koder slutar gälla. Vi frågar fortfarande efter passnyckeln.'
                  : 'Sedan räcker lösenordet för att logga in.'}
              </p>
              <IntentForm
                intent="remove-second-factor"
                section={id}
                answer={answer}
                submit={{ children: 'Stäng av', busyText: 'Stänger av...', variant: 'alarm' }}
              >
                <BothSteps security={security} />
              </IntentForm>
            </Choice>
          )}
        </>
      )}
    </>
  )
}

/** Asks for both factors: the password alone must not be enough to remove the second one. */
function BothSteps({ security }: { security: SecurityShown }) {
  const { hasApp, passkeys } = security
  return (
    <>
      <PasswordField name="password" label="Ditt lösenord" autoComplete="current-password" required />
      <div className="grid gap-2">
        <TextField
          name="code"
          label={hasApp ? 'Kod från appen' : 'Reservkod'}
          hint={hasApp ? 'Eller en av dina reservkoder' : 'Eller visa din passnyckel här under'}
          autoComplete="one-time-code"
          required
        />
        {passkeys.length > 0 && <PasskeyConfirmation />}
      </div>
    </>
  )
}

type ChoiceProps = { title: string; intent: string; answer: FormAnswer | undefined; children: ReactNode }

/** Collapsed, since it is rarely used; open after a refusal. */
function Choice({ title, intent, answer, children }: ChoiceProps) {
  const wasRefused = answer?.intent === intent && answer.refusal !== undefined
  return (
    <details key={String(wasRefused)} open={wasRefused} className="border-t border-line pt-2">
      <summary className="flex min-h-12 items-center rounded-control font-semibold text-spruce">
        <span className="min-w-0 wrap-anywhere">{title}</span>
      </summary>
      <div className="mt-2 grid gap-5">{children}</div>
    </details>
  )
}
