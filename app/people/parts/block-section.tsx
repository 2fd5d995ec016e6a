import { href, Link } from 'react-router'
import { FreshLogin } from '~/accounts/public'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { Dialog, DialogButton } from '~/ui/dialog'
import { Checkbox, TextArea } from '~/ui/form/field'
import type { PersonForAdmin } from '../read-person.server'

const id = 'sparra'

export function BlockSection({ person, answer }: { person: PersonForAdmin; answer: FormAnswer | undefined }) {
  return (
    <Card as="section" id="sparr" aria-labelledby={`${id}-title`} className="grid scroll-mt-6 gap-4">
      <h2 id={`${id}-title`} className="text-h3">
        Spärr
      </h2>
      {person.blocked ? (
        <>
          <div className="rounded-control bg-mist p-4">
            <p className="font-semibold">Spärrad sedan {person.blocked.since}, med det här skälet:</p>
            <p className="mt-1 break-words whitespace-pre-line">{person.blocked.reason}</p>
          </div>
          <IntentForm
            intent="unblock-person"
            section="sparr"
            answer={answer}
            submit={{ children: 'Ta bort spärren', busyText: 'Tar bort...' }}
          />
        </>
      ) : (
        <>
          <p>
            Den som är spärrad loggas ut och kan inte logga in, och kan alltså inte larma härifrån. Ett larm som är ute
            går vidare ändå. Ingen ny månad begärs så länge.
          </p>
          <div>
            <DialogButton dialog={id} icon="lock">
              Spärra kontot
            </DialogButton>
            <Dialog id={id} title={`Spärra ${person.name}`}>
              <IntentForm
                intent="block-person"
                section={id}
                answer={answer}
                className="grid gap-5"
                submit={{ children: 'Spärra kontot', busyText: 'Spärrar...', variant: 'alarm' }}
              >
                {person.company && person.role === 'company' ? (
                  <>
                    <p>
                      {person.company.name} syns inte och tar inte emot bokningar så länge {person.name} är spärrad. Det
                      som redan är bokat står kvar. Kunderna ser på sin bokning att företaget inte kan svara och att de
                      kan avboka utan kostnad, men får inget meddelande om det förrän i påminnelsen ungefär ett dygn
                      före: hör av er till dem.
                    </p>
                    <p>
                      Betalda månader löper under tiden. Ska en sponsor- eller säsongsmånad betalas tillbaka släpper du
                      den på{' '}
                      <Link to={href('/dashboard/admin/companies/:id', { id: person.company.id })} className="link">
                        företagets sida
                      </Link>
                      .
                    </p>
                  </>
                ) : null}
                {person.company?.isPartner && person.role === 'company' ? (
                  <p className="font-semibold">
                    Det är en trygghetspartner: larm går inte dit, dess väktare släpps inte in och dess pass kan inte
                    gås så länge. Se efter att någon annan kan ta larmen i dess områden.
                  </p>
                ) : null}
                <TextArea
                  name="reason"
                  label="Varför?"
                  hint="Personen får läsa det här i ett mejl."
                  rows={3}
                  required
                />
                <Checkbox name="sure" label="Ja, stäng ute personen" />
                <FreshLogin isFresh={person.isFresh} />
              </IntentForm>
            </Dialog>
          </div>
        </>
      )}
    </Card>
  )
}
