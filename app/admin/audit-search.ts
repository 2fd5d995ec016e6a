import { auditDeeds } from './audit-labels'

/** What an administrator asks the history for: all of it stands in the address. */
export type AuditSearch = {
  deed: string | null
  /** Who did it. */
  actorId: string | null
  /** Whom or what it was done to. */
  subjectId: string | null
  /** The last day to show, "2026-11-20". */
  until: string | null
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Nonsense in the address is read as "not asked". */
export function auditSearchFrom(query: URLSearchParams): AuditSearch {
  const idIn = (name: string) => {
    const id = query.get(name)?.trim().toLowerCase() ?? ''
    return uuid.test(id) ? id : null
  }
  const deed = query.get('vad')
  const until = query.get('till') ?? ''
  return {
    deed: auditDeeds.some((known) => known.deed === deed) ? deed : null,
    actorId: idIn('vem'),
    subjectId: idIn('om'),
    until: /^\d{4}-\d\d-\d\d$/.test(until) && !Number.isNaN(Date.parse(until)) ? until : null,
  }
}

export function queryOf({ deed, actorId, subjectId, until }: AuditSearch): URLSearchParams {
  const asked = { vad: deed, vem: actorId, om: subjectId, till: until }
  return new URLSearchParams(Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
