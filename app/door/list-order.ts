import { namesOf } from '~/shared/chosen'

/**
 * Sort orders of a list, as the query says: `?ordning=namn`, `-namn` for descending. Only the listed ones are accepted,
 * and a list contains only orders that an index serves, or whose rows are bounded. The first is the default.
 */
export type Orders = Record<string, { word: string; down: boolean }>

export type Order<Table extends Orders> = { by: keyof Table & string; down: boolean }

const parameter = 'ordning'

export function plainOrder<Table extends Orders>(orders: Table): Order<Table> {
  const [first] = Object.entries(orders)
  if (!first) throw new Error('A list has an order')
  return { by: first[0], down: first[1].down }
}

/** An invalid value means the default order. */
export function orderFrom<Table extends Orders>(orders: Table, query: URLSearchParams): Order<Table> {
  const asked = query.get(parameter) ?? ''
  const by = Object.keys(orders).find((name) => orders[name]?.word === asked.replace(/^-/, ''))
  return by === undefined ? plainOrder(orders) : { by, down: asked.startsWith('-') }
}

/** Query parameters for the filters that are set. */
export const askedQuery = (asked: Record<string, string | null | undefined>): [string, string][] =>
  Object.entries(asked).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))

/** Query parameters for the order; none if it is the default. */
export function orderQuery<Table extends Orders>(orders: Table, { by, down }: Order<Table>): [string, string][] {
  const plain = plainOrder(orders)
  if (by === plain.by && down === plain.down) return []
  return [[parameter, `${down ? '-' : ''}${orders[by]?.word}`]]
}

/** An address with its query, if there are parameters. */
export function withQuery(address: string, query: Iterable<readonly [string, string]>): string {
  const asked = new URLSearchParams([...query].map(([name, value]) => [name, value])).toString()
  return asked ? `${address}?${asked}` : address
}

/** A column heading that sorts: its link, and whether the list is sorted by it now. */
export type Sorting = { to: string; now?: 'ascending' | 'descending' }

export type SortingOf<Table extends Orders> = Record<keyof Table & string, Sorting>

/** The sortable headings of a list. The heading of the current order links to the reverse order. */
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
