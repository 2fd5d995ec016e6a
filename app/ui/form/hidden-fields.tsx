/** Hidden inputs, for example the sort order of the list that the form searches. */
export function HiddenFields({ values }: { values: Iterable<readonly [name: string, value: string]> }) {
  return [...values].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
