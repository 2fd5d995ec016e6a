import { useState } from 'react'
import { TextField } from '~/ui/form/field'
import { orgNumberHint } from '../org-number'

/** The number is taken as typed; a check digit that does not add up is worth a word, not a refusal. */
export function OrgNumberField({ defaultValue = '' }: { defaultValue?: string }) {
  const [hint, setHint] = useState(orgNumberHint(defaultValue))
  return (
    <TextField
      name="orgNumber"
      label="Organisationsnummer"
      placeholder="XXXXXX-XXXX"
      defaultValue={defaultValue}
      required
      hint={hint ?? undefined}
      onBlur={(event) => setHint(orgNumberHint(event.currentTarget.value))}
    />
  )
}
