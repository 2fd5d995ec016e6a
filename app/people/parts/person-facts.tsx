import { href, Link } from 'react-router'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { Dialog, DialogButton } from '~/ui/dialog'
import { TextArea, TextField } from '~/ui/form/field'
import type { PersonForAdmin } from '../read-person.server'

type Props = { person: PersonForAdmin; answer: FormAnswer | undefined }

export function PersonFacts({ person, answer }: Props) {
  const { email, isVerified, phone, postcode, status, company, joined, age, hasSecondFactor } = person
  const items = [
    { term: 'E-post', description: `${email} (${isVerified ? 'bekräftad' : 'inte bekräftad'})` },
    { term: 'Telefon', description: phone ? <a href={`tel:${phone.number}`}>{phone.shown}</a> : 'Saknas' },
    { term: 'Postnummer', description: postcode },
    ...(status ? [{ term: 'Medlemskap', description: status }] : []),
    ...(company
      ? [
          {
            term: 'Företag',
            description: <Link to={href('/dashboard/admin/companies/:id', { id: company.id })}>{company.name}</Link>,
          },
        ]
      : []),
    { term: 'Tvåstegsverifiering', description: hasSecondFactor ? 'På' : 'Av' },
    { term: 'Gick med', description: `${joined} (för ${age} sedan)` },
  ]
  return (
    <Card as="section" aria-labelledby="uppgifter" className="grid gap-5">
      <h2 id="uppgifter" className="text-h3">
        Uppgifter
      </h2>
      <DescriptionList items={items} className="[overflow-wrap:anywhere]" />
      <div>
        <DialogButton dialog="postnummer" icon="edit">
          Rätta postnumret
        </DialogButton>
        <Dialog id="postnummer" title="Rätta postnumret">
          <p>Det avgör vilka ronder, företag och trygghetspartner som är personens.</p>
          <IntentForm
            intent="correct-postcode"
            section="postnummer"
            answer={answer}
            className="mt-5 grid gap-5"
            submit={{ children: 'Rätta', busyText: 'Rättar...' }}
          >
            <TextField name="postcode" label="Postnummer" inputMode="numeric" defaultValue={postcode} required />
            <TextArea name="reason" label="Varför?" rows={2} required />
          </IntentForm>
        </Dialog>
      </div>
    </Card>
  )
}
