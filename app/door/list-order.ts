import { namesOf } from '~/shared/chosen'

/**
 * In which order a list stands, as its address says: `?ordning=namn`, and `-namn` the other way round. Only what a list names can be
 * asked for, and a list names what an index serves or what is bounded. The first is how it stands when nothing is asked.
 */
export type Orders = Record<string, { word: string; down: boolean }>

export type Order<Table extends Orders> = { by: keyof Table & string; down: boolean }

const parameter = 'ordning'

export function plainOrder<Table extends Orders>(orders: Table): Order<Table> {
  const [first] = Object.entries(orders)
  if (!first) throw new Error('A list has an order')
  return { by: first[0], down: first[1].down }
}

/** Nonsense in the address is the plain order. */
export function orderFrom<Table extends Orders>(orders: Table, query: URLSearchParams): Order<Table> {
  const asked = query.get(parameter) ?? ''
  const by = Object.keys(orders).find((name) => orders[name]?.word === asked.replace(/^-/, ''))
  return by === undefined ? plainOrder(orders) : { by, down: asked.startsWith('-') }
}

/** What of the address says what is asked; nothing for what is not. */
export const askedQuery = (asked: Record<string, string | null | undefined>): [string, string][] =>
  Object.entries(asked).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))

/** What of the address says the order; nothing where it is the plain one. */
export function orderQuery<Table extends Orders>(orders: Table, { by, down }: Order<Table>): [string, string][] {
  const plain = plainOrder(orders)
  if (by === plain.by && down === plain.down) return []
  return [[parameter, `${down ? '-' : ''}${orders[by]?.word}`]]
}

/** An address with what is asked of it, if anything. */
export function withQuery(address: string, query: Iterable<readonly [string, string]>): string {
  const asked = new URLSearchParams([...query].map(([name, value]) => [name, value])).toString()
  return asked ? `${address}?${asked}` : address
}

/** A heading that sorts: where it leads, and how the list stands by it now. */
export type Sorting = { to: string; now?: 'ascending' | 'descending' }

export type SortingOf<Table extends Orders> = Record<keyof Table & string, Sorting>

/** The headings of a list. Pressed where the list stands by it, one turns the list round. */
export function sortingBy<Table extends Orders>(
  orders: Table,
  order: Order<Table>,
  addressOf: (order: Order<Table>) => string,
): SortingOf<Table> {
  const sortings = namesOf(orders).map((by): [string, Sorting] => {
    if (order.by !== by) return [by, { to: addressOf({ by, down: orders[by]?.down ?? false }) }]
    return [by, { to: addressOf({ by, down: !order.down }), now: order.down ? 'descending' : 'ascending' }]
  })
  return Object.fromEntries(sortings) as SortingOf<Table>
}
