import { href, Link } from 'react-router'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { FileField } from '~/ui/form/file-field'
import type { PaymentsShown } from '../../desk/list-payments.server'

/** The form for a bank's file, and the latest files, to go back to lines that did not match. */
export function BankFiles({ files, answer }: { files: PaymentsShown['files']; answer: FormAnswer | undefined }) {
  return (
    <Card as="section" id="bankfil" aria-labelledby="bankfil-title" className="mt-8 scroll-mt-6">
      <h2 id="bankfil-title" className="text-h3">
        Läs in bankens fil
      </h2>
      <IntentForm
        intent="import-bank-file"
        section="bankfil"
        encType="multipart/form-data"
        answer={answer}
        className="mt-4 grid items-end gap-4 lg:grid-cols-[1fr_auto]"
        submit={{ children: 'Läs in', busyText: 'Läser in...', variant: 'secondary' }}
      >
        <FileField
          name="file"
          label="Kontohändelser från banken"
          hint="camt.053, camt.054 eller CSV. Vi letar efter betalningarnas nummer och jämför belopp. Inget bokförs förrän du har sett det."
          accept=".xml,.csv,.txt,text/xml,application/xml,text/csv,text/plain"
        />
      </IntentForm>
      {files.length > 0 && (
        <>
          <h3 className="mt-6 text-h4">Senast inlästa</h3>
          <ul className="mt-2 divide-y divide-line">
            {files.map(({ id, name, when }) => (
              <li key={id} className="py-2 [overflow-wrap:anywhere]">
                <Link to={href('/dashboard/admin/payments/files/:id', { id })}>{name}</Link>{' '}
                <span className="text-small text-soft">{when}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
