import type { ComponentProps } from 'react'
import { Button } from './button'
import { useSent } from './form'

/** Submits its form; busy and deaf to further presses while the form is being submitted. */
export function SubmitButton({ name, value, ...button }: Omit<ComponentProps<typeof Button>, 'type' | 'busy'>) {
  const sent = useSent()
  const sending = sent !== undefined && (name === undefined || sent.get(name) === value)
  return <Button {...button} type="submit" name={name} value={value} busy={sending} />
}
