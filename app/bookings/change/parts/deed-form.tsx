import type { ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { Button } from '~/ui/form/button'
import type { IconName } from '~/ui/marks/icon'

type Props = {
  intent: string
  id: string
  /** Further form fields, such as `answer` = 'yes'. */
  says?: Record<string, string>
  /** The accessible name, which tells buttons with the same text apart. */
  label?: string
  variant?: 'primary' | 'secondary' | 'quiet'
  size?: 'normal' | 'small'
  icon?: IconName
  children: ReactNode
}

/** A button that does one thing to one booking. Posts to the current address, so that a list stays where it was. */
export function DeedForm({ intent, id, says = {}, label, variant, size, icon, children }: Props) {
  const { pathname, search } = useLocation()
  const { formData } = useNavigation()
  const sent = { intent, id, ...says }
  const busy = formData !== undefined && Object.entries(sent).every(([name, value]) => formData.get(name) === value)
  return (
    <Form method="post" action={pathname + search} preventScrollReset>
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button variant={variant} size={size} icon={icon} busy={busy} aria-label={label}>
        {children}
      </Button>
    </Form>
  )
}
