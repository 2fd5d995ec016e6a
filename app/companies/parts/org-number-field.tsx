import { TextField } from '~/ui/form/field'
import { orgNumberHint } from '../org-number'
import { hintAt } from './org-number-hint'

/** The field for the organisation number. A wrong check digit gives a hint, not a refusal. */
export function OrgNumberField({ defaultValue = '' }: { defaultValue?: string }) {
  return (
    <TextField
      name="orgNumber"
      label="Organisationsnummer"
      placeholder="XXXXXX-XXXX"
      defaultValue={defaultValue}
      required
      // Always rendered, even when empty: the script that fills it may run before React has hydrated.
      hint={<span>{orgNumberHint(defaultValue)}</span>}
      onBlur={(event) => hintAt(event.currentTarget)}
    />
  )
}
