import { href, Link } from 'react-router'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { TextField } from '~/ui/form/field'
import type { PostcodeForAdmin } from '../read-postcodes.server'

const id = 'grannar'

/** The neighbours, to which an alarm that nobody takes is widened. */
export function NeighbourSection({ postcode, answer }: { postcode: PostcodeForAdmin; answer: FormAnswer | undefined }) {
  return (
    <Card as="section" id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-6 gap-4">
      <h2 id={`${id}-title`} className="text-h3">
        Grann&shy;områden
      </h2>
      <p>Ett larm som ingen tar går vidare dit.</p>
      {postcode.neighbours.length === 0 && <p className="text-soft">Inga ännu.</p>}
      <ul className="divide-y divide-line">
        {postcode.neighbours.map(({ code, shown, name }) => (
          <li key={code} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <Link to={href('/dashboard/admin/postcodes/:code', { code })}>
              {shown} {name}
            </Link>
            <IntentForm
              intent="remove-neighbour"
              section={id}
              answer={answer}
              row={{ neighbour: code }}
              submit={{
                children: 'Ta bort',
                busyText: 'Tar bort...',
                variant: 'quiet',
                size: 'small',
                'aria-label': `Ta bort ${shown} ${name}`,
              }}
            />
          </li>
        ))}
      </ul>
      <IntentForm
        intent="add-neighbour"
        section={id}
        answer={answer}
        className="grid items-end gap-4 sm:grid-cols-[1fr_auto]"
        submit={{ children: 'Lägg till', busyText: 'Lägger till...', variant: 'secondary' }}
      >
        <TextField name="neighbour" label="Postnummer bredvid" inputMode="numeric" maxLength={6} required />
      </IntentForm>
    </Card>
  )
}
