import { expect, test } from 'vitest'
import { auditSearchFrom, everything, queryOf } from './audit-search'

const id = '01a1fa7b-5906-731d-880d-3f8b23f1bbc7'

test('reads the search from the query and writes it back', () => {
  const address = `vad=hide+company&vem=${id}&slag=company&om=${id}&till=2026-11-20`
  const search = auditSearchFrom(new URLSearchParams(address))
  expect(search).toEqual({
    deed: 'hide company',
    actorId: id,
    subjectKind: 'company',
    subjectId: id,
    until: '2026-11-20',
  })
  expect(queryOf(search).toString()).toBe(address)
})

test.each([
  '',
  'vad=dance&vem=siv&slag=moon&om=1&till=igår',
  'om=1',
  'till=2026-13-40',
  'till=2026-02-30',
  'till=0000-01-01',
])('the query %j searches everything', (address) => {
  expect(auditSearchFrom(new URLSearchParams(address))).toEqual(everything)
})

test('the subject is cut to a hundred characters, and needs a kind', () => {
  const asked = (address: string) => auditSearchFrom(new URLSearchParams(address)).subjectId
  expect(asked(`slag=list&om=${'x'.repeat(101)}`)).toBe('x'.repeat(100))
  expect(asked('slag=list&om=%20q%20')).toBe('q')
  expect(asked('om=q')).toBeNull()
})
