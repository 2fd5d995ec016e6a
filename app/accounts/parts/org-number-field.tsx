import { useState } from 'react'
import { orgNumberHint } from '~/companies/public'
import { TextField } from '~/ui/field'

/** The number is taken as typed; a check digit that does not add up is worth a word, not a refusal. */
export function OrgNumberField() {
  const [hint, setHint] = useState<string | null>(null)
  return (
    <TextField
      name="orgNumber"
      label="Organisationsnummer"
      placeholder="XXXXXX-XXXX"
      required
      hint={hint ?? undefined}
      onBlur={(event) => setHint(orgNumberHint(event.target.value))}
    />
  )
}
