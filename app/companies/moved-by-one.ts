/** The list with one element moved a step up or down. Unchanged at the ends. */
export function movedByOne(ids: string[], id: string, direction: string | undefined): string[] {
  const from = ids.indexOf(id)
  const other = ids[from + (direction === 'up' ? -1 : 1)]
  if (from === -1 || other === undefined) return ids
  return ids.map((one) => (one === id ? other : one === other ? id : one))
}
