import { TextField } from '~/ui/form/field'
import { orgNumberHint } from '../org-number'
import { hintAt } from './org-number-hint'

/** The number is taken as typed; a check digit that does not add up is worth a word, not a refusal. */
export function OrgNumberField({ defaultValue = '' }: { defaultValue?: string }) {
  return (
    <TextField
      name="orgNumber"
      label="Organisationsnummer"
      placeholder="XXXXXX-XXXX"
      defaultValue={defaultValue}
      required
      // There from the start, with or without words: what fills it does not wait for React.
      hint={<span>{orgNumberHint(defaultValue)}</span>}
      onBlur={(event) => hintAt(event.currentTarget)}
    />
  )
}
