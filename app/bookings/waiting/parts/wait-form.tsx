import type { ReactNode } from 'react'
import { IntentForm } from '~/door/parts/intent-form'

type Props = { intent: 'decline' | 'leave'; id: string; busyText: string; children: ReactNode }

/** A button for one line of the list. Has no fields, so it shows no errors. */
export function WaitForm({ intent, id, busyText, children }: Props) {
  return (
    <IntentForm
      intent={intent}
      section="top"
      answer={undefined}
      hidden={{ id }}
      submit={{ children, busyText, variant: 'secondary' }}
    />
  )
}
