import { askedQuery, type Order, orderQuery } from '~/door/list-order'
import { askedDay, isId } from '~/shared/asked'
import { auditDeeds, auditSubjects } from './audit-labels'

/** What an administrator asks the history for: all of it stands in the address. */
export type AuditSearch = {
  deed: string | null
  /** Who did it. */
  actorId: string | null
  /** What kind of thing it was done to. */
  subjectKind: string | null
  /** Which of that kind; only together with the kind. */
  subjectId: string | null
  /** The last day to show, "2026-11-20". */
  until: string | null
}

/** What the history can be sorted by. */
export const auditOrders = { at: { word: 'nar', down: true } } as const

export type AuditOrder = Order<typeof auditOrders>

/** The history as an address asks for it: of what, and in which order. */
export const listQueryOf = (search: AuditSearch, order: AuditOrder) =>
  new URLSearchParams([...queryOf(search), ...orderQuery(auditOrders, order)])

const longestId = 100

/** The whole history. */
export const everything: AuditSearch = {
  deed: null,
  actorId: null,
  subjectKind: null,
  subjectId: null,
  until: null,
}

/** Nonsense in the address is read as "not asked". */
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
