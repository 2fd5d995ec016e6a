import { href, Link } from 'react-router'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { TextField } from '~/ui/form/field'
import { QrCode } from '~/ui/marks/qr-code'
import { ArrivalHeading } from '../../login/parts/arrival-heading'
import type { EnrolmentShown } from '../enrolment.server'
import { RecoveryCodes } from './recovery-codes'

type Props = { enrolment: EnrolmentShown; section: string; answer: FormAnswer | undefined }

/** The three steps of the enrolment. Nothing is turned on until the last. */
export function EnrolmentSteps({ enrolment, section, answer }: Props) {
  const { uri, secret, picture, recoveryCodes } = enrolment
  return (
    <ol className="grid gap-7">
      <li className="grid gap-3">
        <ArrivalHeading>1. Lägg till kontot i din app</ArrivalHeading>
        <p>Öppna din autentiseringsapp och läs av koden.</p>
        <QrCode picture={picture} label="QR-kod att läsa av med appen. Samma sak står som text här under." />
        <p>
          Går det inte att läsa av? Skriv den här nyckeln i appen i stället:
          <strong className="mt-1 block font-[family-name:ui-monospace,monospace] break-words hyphens-none">
            {secret}
          </strong>
        </p>
        <p>
          Har du appen på den här enheten kan du <a href={uri}>öppna den härifrån</a>.
        </p>
      </li>
      <li className="grid gap-3">
        <h3 className="text-h4">2. Spara dina reservkoder</h3>
        <p>Varje kod släpper in dig en gång, om du blir av med telefonen. De visas bara nu.</p>
        <RecoveryCodes codes={recoveryCodes} />
      </li>
      <li className="grid gap-3">
        <h3 className="text-h4">3. Skriv koden som appen visar</h3>
        <IntentForm
          intent="confirm-second-factor"
          section={section}
          answer={answer}
          hidden={{ uri, recoveryCodes: recoveryCodes.join(' ') }}
          submit={{ children: 'Slå på tvåstegsverifiering', busyText: 'Kontrollerar...' }}
        >
          <TextField
            name="code"
            label="Sexsiffrig kod"
            inputMode="numeric"
            autoComplete="one-time-code"
            className="sm:max-w-sm"
            required
          />
        </IntentForm>
        <p>
          <Link to={href('/dashboard/account/security')}>Avbryt</Link>
        </p>
      </li>
    </ol>
  )
}
