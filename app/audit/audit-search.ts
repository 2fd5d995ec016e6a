import { askedQuery, type Order, orderQuery } from '~/door/list-order'
import { askedDay, isId } from '~/shared/asked'
import { auditDeeds, auditSubjects } from './audit-labels'

/** A search of the audit log. All of it is in the URL. */
export type AuditSearch = {
  deed: string | null
  /** The person who acted. */
  actorId: string | null
  /** The kind of subject. */
  subjectKind: string | null
  /** The id of the subject; only together with its kind. */
  subjectId: string | null
  /** The last day to show, "2026-11-20". */
  until: string | null
}

/** The sort orders of the audit log. */
export const auditOrders = { at: { word: 'nar', down: true } } as const

export type AuditOrder = Order<typeof auditOrders>

/** The query string for a search and a sort order. */
export const listQueryOf = (search: AuditSearch, order: AuditOrder) =>
  new URLSearchParams([...queryOf(search), ...orderQuery(auditOrders, order)])

const longestId = 100

/** The search that matches the whole log. */
export const everything: AuditSearch = {
  deed: null,
  actorId: null,
  subjectKind: null,
  subjectId: null,
  until: null,
}

/** Parses the query string. An invalid value counts as not given. */
export function auditSearchFrom(query: URLSearchParams): AuditSearch {
  const actorId = query.get('vem')?.trim().toLowerCase() ?? ''
  const oneOf = (known: readonly { value: string }[], asked: string | null) =>
    known.find(({ value }) => value === asked)?.value ?? null
  const subjectKind = oneOf(auditSubjects, query.get('slag'))
  return {
    deed: oneOf(auditDeeds, query.get('vad')),
    actorId: isId(actorId) ? actorId : null,
    subjectKind,
    subjectId: (subjectKind && query.get('om')?.trim().slice(0, longestId)) || null,
    until: askedDay(query.get('till')),
  }
}

export function queryOf({ deed, actorId, subjectKind, subjectId, until }: Partial<AuditSearch>): URLSearchParams {
  const asked = { vad: deed, vem: actorId, slag: subjectKind, om: subjectId, till: until }
  return new URLSearchParams(askedQuery(asked))
}
