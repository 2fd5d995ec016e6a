import type { ReactNode } from 'react'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { Checkbox } from '~/ui/form/field'
import { type FormAnswer, IntentForm } from './intent-form'

type Props = {
  /** Who receives the notice: "oss". */
  to: string
  name: string
  email: string
  /** "Medlemskap i Kvartera, från 1 december 2026" */
  contract: string
  answer: FormAnswer | undefined
  /** An explanation of the consequences, above the form. */
  children: ReactNode
}

/** A card to withdraw from any contract: the consequences, the complete notice, and the button that sends it. */
export function WithdrawalCard({ to, name, email, contract, answer, children }: Props) {
  return (
    <Card className="mt-8">
      {children}
      <h2 className="mt-6 text-h3 wrap-anywhere">Ditt meddelande till {to}</h2>
      <DescriptionList
        className="mt-4"
        items={[
          { term: 'Namn', description: name },
          { term: 'Avtalet', description: contract },
          { term: 'Bekräftelsen går till', description: <span className="[overflow-wrap:anywhere]">{email}</span> },
        ]}
      />
      <IntentForm
        intent="withdraw"
        section="top"
        answer={answer}
        className="mt-6 grid gap-5"
        submit={{ children: 'Bekräfta att jag ångrar avtalet', busyText: 'Skickar...', variant: 'alarm' }}
      >
        <Checkbox name="sure" label="Ja, jag ångrar avtalet" />
      </IntentForm>
    </Card>
  )
}
