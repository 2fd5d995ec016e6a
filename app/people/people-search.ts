import { askedQuery, type Order, orderFrom, orderQuery } from '~/door/list-order'
import { memberStatusLabels } from '~/membership/public'
import { namesOf } from '~/shared/chosen'
import type { MemberStatus } from '~/shared/role'
import { type Role, roles } from '~/shared/role'

/** A search in the list of people. All of it is in the address. */
export type PeopleSearch = {
  text: string
  role: Role | null
  status: MemberStatus | null
  postcode: string | null
  onlyBlocked: boolean
}

export const roleLabels = {
  member: 'Medlem',
  company: 'Företag',
  admin: 'Administratör',
} as const satisfies Record<Role, string>

/** The kind of account, in a sentence about one. */
export const accountLabels = {
  member: 'ett medlemskonto',
  company: 'ett företagskonto',
  admin: 'ett administratörskonto',
} as const satisfies Record<Role, string>

/** The sort orders of the list. */
export const peopleOrders = {
  joined: { word: 'gick-med', down: true },
  name: { word: 'namn', down: false },
} as const

export type PeopleOrder = Order<typeof peopleOrders>

export const peopleOrderFrom = (query: URLSearchParams): PeopleOrder => orderFrom(peopleOrders, query)

/** The query string of the list: search and order. */
export const listQueryOf = (search: PeopleSearch, order: PeopleOrder) =>
  new URLSearchParams([...queryOf(search), ...orderQuery(peopleOrders, order)])

const longestText = 100

export const everyone: PeopleSearch = { text: '', role: null, status: null, postcode: null, onlyBlocked: false }

/** Parses the query string. Invalid values are read as absent. */
export function peopleSearchFrom(query: URLSearchParams): PeopleSearch {
  const postcode = (query.get('postnummer') ?? '').replace(/\s/g, '')
  return {
    text: (query.get('q') ?? '').trim().slice(0, longestText),
    role: oneOf(roles, query.get('roll')),
    status: oneOf(namesOf(memberStatusLabels), query.get('status')),
    postcode: /^\d{5}$/.test(postcode) ? postcode : null,
    onlyBlocked: query.get('sparrade') === 'on',
  }
}

/** The query string of a search, without empty values. */
export function queryOf({ text, role, status, postcode, onlyBlocked }: PeopleSearch): URLSearchParams {
  const asked = { q: text, roll: role, status, postnummer: postcode, sparrade: onlyBlocked ? 'on' : null }
  return new URLSearchParams(askedQuery(asked))
}

function oneOf<Value extends string>(values: readonly Value[], asked: string | null): Value | null {
  return values.find((value) => value === asked) ?? null
}

/** The search in words, for administrators: "Medlem (obetalt) i 125 40". */
export function describeSearch({ text, role, status, postcode, onlyBlocked }: PeopleSearch): string {
  const parts = [
    role ? roleLabels[role] : 'Alla',
    status && `(${memberStatusLabels[status].toLowerCase()})`,
    postcode && `i ${postcode.slice(0, 3)} ${postcode.slice(3)}`,
    text && `som stämmer med ”${text}”`,
    onlyBlocked && 'som är spärrade',
  ]
  return parts.filter(Boolean).join(' ')
}
