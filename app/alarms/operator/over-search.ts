import { askedQuery, type Order, orderFrom, orderQuery } from '~/door/list-order'
import { isNameIn } from '~/shared/chosen'
import { alarmStateLabels } from '../alarm'

/** How an alarm can have ended. */
const { resolved, false_alarm, cancelled } = alarmStateLabels
export const endLabels = { resolved, false_alarm, cancelled } as const

/** What the list of those that are over can be sorted by. */
export const overOrders = { pressed: { word: 'larmat', down: true } } as const

/** What an administrator asks of the alarms that are over. What is open is never searched: all of it stands there, by need. */
export type OverSearch = {
  postcode: string | null
  end: keyof typeof endLabels | null
  order: Order<typeof overOrders>
}

/** Nonsense in the address is read as "not asked". */
export function readOverSearch(query: URLSearchParams): OverSearch {
  const postcode = (query.get('postnummer') ?? '').replace(/\s/g, '')
  const end = query.get('slut')
  return {
    postcode: /^\d{5}$/.test(postcode) ? postcode : null,
    end: isNameIn(endLabels, end) ? end : null,
    order: orderFrom(overOrders, query),
  }
}

/** The address of a search, without what is as it is anyway. */
export function queryOf({ postcode, end, order }: OverSearch): URLSearchParams {
  return new URLSearchParams([...askedQuery({ postnummer: postcode, slut: end }), ...orderQuery(overOrders, order)])
}
