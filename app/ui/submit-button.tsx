import type { ComponentProps } from 'react'
import { useNavigation } from 'react-router'
import { Button } from './button'

/** The button that sends its form: busy, and deaf to a second press, while its own form is under way. */
export function SubmitButton({ name, value, ...button }: Omit<ComponentProps<typeof Button>, 'type' | 'busy'>) {
  const { formData } = useNavigation()
  const sending = formData !== undefined && (name === undefined || formData.get(name) === value)
  return <Button {...button} type="submit" name={name} value={value} busy={sending} />
}
