import { Form, useNavigation } from 'react-router'
import { Button } from '~/ui/form/button'
import { dutyHours, usualDuty } from '../../guard'

type Props = {
  /** The guard, on pages about several. */
  id?: string
  name?: string
  isOn: boolean
  /** A single button for a duty of the usual length, for a row in a list. */
  short?: boolean
}

/** On and off duty with one press. Every duty has an end. */
export function DutyForm({ id, name, isOn, short }: Props) {
  const { formData } = useNavigation()
  const busy =
    formData !== undefined &&
    (formData.get('intent') === 'on-duty' || formData.get('intent') === 'off-duty') &&
    (formData.get('id') ?? undefined) === id
  const who = name ? `: ${name}` : ''
  if (isOn) {
    return (
      <Form method="post" preventScrollReset>
        {id && <input type="hidden" name="id" value={id} />}
        <Button
          name="intent"
          value="off-duty"
          variant="secondary"
          size={short ? 'small' : 'normal'}
          busy={busy}
          aria-label={`Avsluta tjänsten${who}`}
        >
          Avsluta tjänsten
        </Button>
      </Form>
    )
  }
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-3">
      <input type="hidden" name="intent" value="on-duty" />
      {id && <input type="hidden" name="id" value={id} />}
      {(short ? [usualDuty] : dutyHours).map((hours) => (
        <Button
          key={hours}
          name="hours"
          value={hours}
          variant={hours === usualDuty && !short ? 'primary' : 'secondary'}
          size={short ? 'small' : 'normal'}
          busy={busy && formData.get('hours') === String(hours)}
          aria-label={`I tjänst ${hours} timmar${who}`}
        >
          {short ? `I tjänst ${hours} timmar` : `${hours} timmar`}
        </Button>
      ))}
    </Form>
  )
}
