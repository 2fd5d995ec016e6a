import { FreshLogin } from '~/accounts/public'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { Dialog, DialogButton } from '~/ui/dialog'
import { SelectField, TextArea } from '~/ui/form/field'
import { accountLabels, roleLabels } from '../people-search'
import type { PersonForAdmin } from '../read-person.server'

const id = 'roll'

export function RoleSection({ person, answer }: { person: PersonForAdmin; answer: FormAnswer | undefined }) {
  const options = person.mayBe.map((role) => ({ value: role, label: roleLabels[role] }))
  return (
    <Card as="section" aria-labelledby={`${id}-title`} className="grid gap-4">
      <h2 id={`${id}-title`} className="text-h3">
        Roll
      </h2>
      <p>
        {person.name} har {accountLabels[person.role]}. En administratör ser allt och behöver tvåstegsverifiering.
      </p>
      <div>
        <DialogButton dialog={id}>Ändra rollen</DialogButton>
        <Dialog id={id} title={`Ändra rollen för ${person.name}`}>
          <IntentForm
            intent="change-role"
            section={id}
            answer={answer}
            className="grid gap-5"
            submit={{ children: 'Ändra rollen', busyText: 'Ändrar...' }}
          >
            <p>
              Kontot är {person.age} gammalt, och e-postadressen är{' '}
              {person.isVerified ? 'bekräftad' : 'inte bekräftad: då kan personen bara bli medlem'}. Den som får en ny
              roll loggas ut överallt och får ett mejl.
            </p>
            {person.isVerified && !person.company ? (
              <p>Företag kan bara den bli som har ett registrerat företag.</p>
            ) : null}
            {person.company && person.role === 'company' ? (
              <p>
                {person.company.name} syns inte och tar inte emot bokningar så länge {person.name} har en annan roll än
                företag.
              </p>
            ) : null}
            <SelectField name="role" label="Ny roll" options={options} defaultValue={person.role} />
            <TextArea name="reason" label="Varför?" rows={2} required />
            <FreshLogin isFresh={person.isFresh} />
          </IntentForm>
        </Dialog>
      </div>
    </Card>
  )
}
