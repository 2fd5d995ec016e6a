import { FreshLogin } from '~/accounts/public'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { TextArea, TextField } from '~/ui/form/field'
import type { PersonForAdmin } from '../read-person.server'

const id = 'manader'

export function MonthsSection({ person, answer }: { person: PersonForAdmin; answer: FormAnswer | undefined }) {
  return (
    <Card as="section" id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-6 gap-4">
      <h2 id={`${id}-title`} className="text-h3">
        Ge fria månader
      </h2>
      <p>
        De börjar när den tid som medlemmen redan har, fri eller betald, är slut, men tidigast i dag. Medlemmen får ett
        mejl.
      </p>
      <IntentForm
        intent="give-months"
        section={id}
        answer={answer}
        hidden={{ key: person.monthsKey }}
        className="grid gap-5"
        submit={{ children: 'Ge månaderna', busyText: 'Ger...' }}
      >
        <TextField name="months" label="Antal månader" inputMode="numeric" defaultValue="1" maxLength={2} required />
        <TextArea name="reason" label="Varför?" rows={2} required />
        <FreshLogin isFresh={person.isFresh} />
      </IntentForm>
    </Card>
  )
}
