import { askedQuery, type Order, orderFrom, orderQuery } from '~/door/list-order'
import { isNameIn } from '~/shared/chosen'
import { alarmStateLabels } from '../alarm'

/** The states in which an alarm can end. */
const { resolved, false_alarm, cancelled } = alarmStateLabels
export const endLabels = { resolved, false_alarm, cancelled } as const

/** Sort orders of the list of closed alarms. */
export const overOrders = { pressed: { word: 'larmat', down: true } } as const

/** An administrator's search among closed alarms. Open alarms are never filtered: all are listed, by urgency. */
export type OverSearch = {
  postcode: string | null
  end: keyof typeof endLabels | null
  order: Order<typeof overOrders>
}

/** Invalid parameters are ignored. */
export function readOverSearch(query: URLSearchParams): OverSearch {
  const postcode = (query.get('postnummer') ?? '').replace(/\s/g, '')
  const end = query.get('slut')
  return {
    postcode: /^\d{5}$/.test(postcode) ? postcode : null,
    end: isNameIn(endLabels, end) ? end : null,
    order: orderFrom(overOrders, query),
  }
}

/** The query string of a search, without defaults. */
export function queryOf({ postcode, end, order }: OverSearch): URLSearchParams {
  return new URLSearchParams([...askedQuery({ postnummer: postcode, slut: end }), ...orderQuery(overOrders, order)])
}
