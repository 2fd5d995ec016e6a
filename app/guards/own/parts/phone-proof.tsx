import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { TextField } from '~/ui/form/field'

type Props = {
  section: string
  answer: FormAnswer | undefined
  /** A code has been sent, so show the field for it. */
  isCodeSent: boolean
  isProven: boolean
}

/** Sends a code to the phone and takes its entry: on the company's page and on the guard's own. */
export function PhoneProof({ section, answer, isCodeSent, isProven }: Props) {
  return (
    <>
      {isCodeSent && (
        <IntentForm
          intent="prove-phone"
          section={section}
          answer={answer}
          submit={{ children: 'Bekräfta numret', busyText: 'Bekräftar...' }}
        >
          <TextField
            name="code"
            label="Koden i SMS:et"
            hint="Sex siffror. Den gäller i tio minuter och för fem försök."
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            className="max-w-60"
            required
          />
        </IntentForm>
      )}
      <IntentForm
        intent="send-code"
        section={section}
        answer={answer}
        submit={{
          children: isCodeSent ? 'Skicka en ny kod' : isProven ? 'Testa telefonen' : 'Skicka en kod',
          busyText: 'Skickar...',
          variant: isCodeSent ? 'quiet' : 'secondary',
          icon: 'message',
        }}
      />
    </>
  )
}
