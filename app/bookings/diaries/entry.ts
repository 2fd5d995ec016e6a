import { byVisit, type Part, together, visitTitle } from '../visit/visit'

type Row = Part & {
  id: string
  visitId: string | null
  status: string
  title: string
  listOre: number
  discountOre: number
}

/** An entry of a list: a booking, or several of one visit as one with its parts. */
export type Entry<Of extends Row> = Of & { parts: readonly [Of, ...Of[]] }

/** Keeps the order of the rows; a visit takes the place of its first row. */
export const entriesOf = <Of extends Row>(rows: readonly Of[]): Entry<Of>[] => byVisit(rows).map(entryOf)

function entryOf<Of extends Row>(parts: readonly [Of, ...Of[]]): Entry<Of> {
  const [first] = parts
  if (parts.length === 1) return { ...first, parts }
  return {
    ...first,
    ...together(parts),
    title: visitTitle(parts.map(({ title }) => title)),
    listOre: parts.reduce((sum, { listOre }) => sum + listOre, 0),
    discountOre: parts.reduce((sum, { discountOre }) => sum + discountOre, 0),
    parts,
  }
}
