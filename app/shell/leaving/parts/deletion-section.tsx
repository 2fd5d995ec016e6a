import { AccountSection, OwnProof, type OwnProofs } from '~/accounts/public'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import type { Role } from '~/shared/role'
import { Checkbox } from '~/ui/form/field'

const id = 'ta-bort'

const nothing = 'ingenting som går att koppla till dig.'
const remains = {
  member: nothing,
  company:
    'företagets uppgifter, eftersom de hör till bokföringen. Företaget syns inte längre för någon och är inte kopplat till dig.',
  admin: nothing,
} as const satisfies Record<Role, string>

/** What goes and what stays is said before anything is asked for. */
type Props = { role: Role; ends: string[]; proofs: OwnProofs; answer: FormAnswer | undefined }

export function DeletionSection({ role, ends, proofs, answer }: Props) {
  return (
    <AccountSection id={id} title="Ta bort kontot">
      <div className="grid gap-3">
        <p>
          <strong>Det här tas bort direkt:</strong> din profil, dina inloggningar på alla enheter, vilka villkor du har
          godkänt eller fått veta om, mejlen till dig och frågor du har ställt i kontaktformuläret från din bekräftade
          adress.
        </p>
        {ends.map((words) => (
          <p key={words}>{words}</p>
        ))}
        <p>
          <strong>Det här blir kvar:</strong> {remains[role]}
        </p>
      </div>
      <IntentForm
        intent="delete-account"
        section={id}
        answer={answer}
        submit={{ children: 'Ta bort kontot', busyText: 'Tar bort...', variant: 'alarm', icon: 'trash' }}
      >
        <OwnProof proofs={proofs} answer={answer} />
        <Checkbox name="understood" label="Jag förstår att det inte går att ångra" />
      </IntentForm>
    </AccountSection>
  )
}
