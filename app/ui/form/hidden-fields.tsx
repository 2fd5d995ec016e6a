/** What a form sends along that nobody fills in, such as the order of the list that it searches. */
export function HiddenFields({ values }: { values: Iterable<readonly [name: string, value: string]> }) {
  return [...values].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
