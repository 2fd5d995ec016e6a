import { expect, expectTypeOf, test } from 'vitest'
import { type AuditDeed, type AuditSubject, auditDeeds, auditSubjects } from '~/audit/audit-labels'
import { auditSearchFrom, queryOf } from '~/audit/audit-search'
import type { AuditEntry } from '~/audit/audit-store.server'
import { readSources } from './sources'

const product = readSources(['app', 'server'], /\.tsx?$/).filter(({ path }) => !path.includes('.test.'))

/** The argument text of each call of a function. */
function callsOf(name: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${name}\\(`, 'g'))].map(({ index, 0: { length } }) => {
    let open = 1
    let end = index + length
    for (; open > 0 && end < text.length; end++) open += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0
    return text.slice(index + length, end - 1)
  })
}

const writers = ['recordAudit', 'changePerson']
const written = product.flatMap(({ path, text }) =>
  writers.flatMap((writer) => callsOf(writer, text)).map((call) => ({ path, call })),
)
const literals = (of: RegExp) => written.flatMap(({ call }) => [...call.matchAll(of)].map(([, name]) => name ?? ''))

test('every deed written to the audit log has a label and can be searched for', () => {
  // Names that are computed or come from a table are checked by the compiler.
  expectTypeOf<AuditEntry['deed']>().toEqualTypeOf<AuditDeed>()
  const deeds = literals(/\bdeed: '([^']+)'/g)
  expect(deeds.length).toBeGreaterThan(20)
  const unknown = deeds.filter((deed) => auditSearchFrom(new URLSearchParams({ vad: deed })).deed !== deed)
  expect(unknown).toEqual([])
})

test('every kind of subject in the audit log can be searched for', () => {
  expectTypeOf<AuditEntry['subject']['kind']>().toEqualTypeOf<AuditSubject>()
  const kinds = literals(/\bkind: '([^']+)'/g)
  expect(kinds.length).toBeGreaterThan(10)
  for (const subjectKind of [...kinds, ...auditSubjects.map(({ value }) => value)]) {
    const asked = queryOf({ subjectKind, subjectId: 'evt_1' })
    expect(auditSearchFrom(asked)).toMatchObject({ subjectKind, subjectId: 'evt_1' })
  }
})

test('no two deeds and no two subject kinds have the same label', () => {
  for (const shown of [auditDeeds, auditSubjects]) {
    const labels = shown.map(({ label }) => label)
    expect(labels).toEqual([...new Set(labels)])
    expect(shown.filter(({ value, label }) => value === label)).toEqual([])
  }
})

/** Kinds of audit entries that exist in old data but are no longer written: their labels stay. */
const noLongerWritten = ['decline company', 'activate months']

test('every deed is looked for in the audit log by some test, by its name or its label', () => {
  const deeds = auditDeeds.filter(({ value }) => !noLongerWritten.includes(value))
  const writing = product.filter(({ path }) => path !== 'app/audit/audit-labels.ts')
  expect(noLongerWritten.filter((deed) => writing.some(({ text }) => text.includes(`'${deed}'`)))).toEqual([])
  const readers = readSources(['app', 'server', 'test'], /\.test\.ts$/).filter(({ text }) => /audit|histor/i.test(text))
  const unread = deeds.filter(({ value, label }) =>
    readers.every(({ text }) => !text.includes(`'${value}'`) && !text.includes(`'${label}'`)),
  )
  expect(unread.map(({ value }) => value)).toEqual([])
})

test('only audit-store.server.ts names audit_log, and no cast bypasses the types of deeds and subjects', () => {
  const others = product.filter(
    ({ path, text }) => path !== 'app/audit/audit-store.server.ts' && /audit_log/.test(text),
  )
  expect(others.map(({ path }) => path)).toEqual([])
  const forced = product.filter(({ text }) => /as (AuditDeed|AuditSubject)\b/.test(text))
  expect(forced.map(({ path }) => path)).toEqual([])
})
