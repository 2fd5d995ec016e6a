import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { SelectField, TextField } from '~/ui/form/field'
import type { readMoneyToPayOut } from '../patrol-money.server'

type Props = {
  money: Awaited<ReturnType<typeof readMoneyToPayOut>>
  partners: readonly { id: string; name: string }[]
  answer: FormAnswer | undefined
}

/** For an administrator: the money set aside for the patrols of a postcode, and what has been paid out. */
export function PayOut({ money, partners, answer }: Props) {
  return (
    <Card as="section" id="pengar" aria-labelledby="pengar-title" className="mt-10 max-w-3xl scroll-mt-6">
      <h2 id="pengar-title" className="text-h3">
        Pengar till ronderna
      </h2>
      <div className="mt-4">
        <DescriptionList
          items={[
            { term: 'Avsatt av paket', description: money.ever },
            { term: 'Utbetalt', description: money.paidOut },
            { term: 'Kvar att betala ut', description: money.left },
          ]}
        />
      </div>
      {money.isLeft && partners.length > 0 && (
        <IntentForm
          intent="note-patrol-payout"
          section="pengar"
          answer={answer}
          hidden={{ key: money.key }}
          className="mt-6 grid gap-5"
          submit={{ children: 'Notera utbetalningen', busyText: 'Sparar...' }}
        >
          <SelectField
            name="company"
            label="Vem som har fått betalt"
            options={partners.map(({ id, name }) => ({ value: id, label: name }))}
            required
          />
          <TextField
            name="amount"
            label="Belopp utan moms"
            inputMode="decimal"
            suffix="kr"
            className="max-w-64"
            maxLength={20}
            required
          />
          <TextField name="paidOn" label="Betalt den" type="date" className="max-w-64" required />
          <TextField name="reference" label="Fakturans nummer" maxLength={60} className="max-w-64" required />
        </IntentForm>
      )}
      {money.payouts.length > 0 && (
        <ul className="mt-6 grid gap-2">
          {money.payouts.map(({ id, what }) => (
            <li key={id}>{what}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}
