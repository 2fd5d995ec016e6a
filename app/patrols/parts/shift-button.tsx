import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '~/ui/form/button'

type Props = {
  intent: 'take-shift' | 'hand-back'
  shift: string
  /** Accessible name that tells the buttons of a list apart: "Ta passet fredag 20 november, 125 40". */
  label: string
  variant?: 'secondary' | 'quiet'
  children: ReactNode
}

/** A one-button form for one shift of a list. */
export function ShiftButton({ intent, shift, label, variant = 'quiet', children }: Props) {
  const { formData } = useNavigation()
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="shift" value={shift} />
      <Button size="small" variant={variant} aria-label={label} busy={formData?.get('shift') === shift}>
        {children}
      </Button>
    </Form>
  )
}
