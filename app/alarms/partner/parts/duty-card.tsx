import { formatMomentSeen } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'

type Duty = { id: string; name: string; since: Date; hasPhone: boolean }

type Props = { duties: readonly Duty[]; isOnDuty: boolean; now: Date }

/** The administrators on duty, who answer when nobody else does. */
export function DutyCard({ duties, isOnDuty, now }: Props) {
  return (
    <Card as="section" aria-labelledby="jour">
      <h2 id="jour" className="text-h4">
        Jour
      </h2>
      {duties.length === 0 ? (
        <p className="mt-2 text-soft">Ingen har sagt att hen har jour. Då larmas alla administratörer.</p>
      ) : (
        <ul className="mt-3 grid grid-cols-1 gap-3">
          {duties.map(({ id, name, since, hasPhone }) => (
            <li key={id}>
              <span className="font-semibold">{name}</span>
              <span className="block text-small text-soft">sedan {formatMomentSeen(since, now)}</span>
              {hasPhone ? null : (
                <Badge tone="lamp" icon="warning">
                  Numret är inte bekräftat
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
      <Form className="mt-4">
        <SubmitButton
          name="duty"
          value={isOnDuty ? 'off' : 'on'}
          variant="secondary"
          busyText="Sparar..."
          className="w-full"
        >
          {isOnDuty ? 'Lämna jouren' : 'Jag har jour'}
        </SubmitButton>
      </Form>
    </Card>
  )
}
