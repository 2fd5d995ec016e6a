import { Form, href, useNavigation } from 'react-router'
import { Button } from '~/ui/form/button'

type Props = {
  company: { id: string; name: string }
  isKept: boolean
  /** The service being booked, to return to the booking page; without it, to the company's page. */
  service?: string
}

/** A button that saves a company or removes it again. */
export function KeepCompany({ company, isKept, service }: Props) {
  const { formData } = useNavigation()
  const words = isKept ? 'Sparat, ta bort' : 'Spara'
  const busy = formData?.get('company') === company.id
  return (
    <Form method="post" action={href('/dashboard/customer/favourites')} preventScrollReset>
      <input type="hidden" name="company" value={company.id} />
      <input type="hidden" name="keep" value={isKept ? 'no' : 'yes'} />
      {service ? <input type="hidden" name="service" value={service} /> : null}
      <Button
        type="submit"
        variant="secondary"
        icon={isKept ? 'check' : 'star'}
        busy={busy}
        busyText="Sparar..."
        aria-label={`${words}: ${company.name}`}
      >
        {words}
      </Button>
    </Form>
  )
}
