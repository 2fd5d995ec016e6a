import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '~/ui/form/button'
import type { IconName } from '~/ui/marks/icon'

type Props = {
  intent: string
  hidden: Record<string, string>
  /** The accessible name, with the row it acts on: "Pausa Fönsterputs". */
  label: string
  variant?: 'secondary' | 'quiet'
  icon?: IconName
  /** Disabled, since it would change nothing; it keeps its place in the row. */
  idle?: boolean
  children?: ReactNode
}

/** A button in a list that changes one row and cannot be refused. Keeps the scroll position. */
export function SmallDeed({ intent, hidden, label, variant = 'quiet', icon, idle, children }: Props) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button size="small" variant={variant} icon={icon} aria-label={label} disabled={idle}>
        {children}
      </Button>
    </Form>
  )
}
