import type { ComponentProps } from 'react'
import { Button } from './button'
import { useSent } from './form'

/** The button that sends its form: busy, and deaf to a second press, while its own form is under way. */
export function SubmitButton({ name, value, ...button }: Omit<ComponentProps<typeof Button>, 'type' | 'busy'>) {
  const sent = useSent()
  const sending = sent !== undefined && (name === undefined || sent.get(name) === value)
  return <Button {...button} type="submit" name={name} value={value} busy={sending} />
}
