import { expect, test } from 'vitest'
import { auditSearchFrom, queryOf } from './audit-search'

const id = '01a1fa7b-5906-731d-880d-3f8b23f1bbc7'

test('what the address says is what is asked, and the other way round', () => {
  const address = `vad=hide+company&vem=${id}&om=${id}&till=2026-11-20`
  const search = auditSearchFrom(new URLSearchParams(address))
  expect(search).toEqual({ deed: 'hide company', actorId: id, subjectId: id, until: '2026-11-20' })
  expect(queryOf(search).toString()).toBe(address)
})

test.each(['', 'vad=dance&vem=siv&om=1&till=igår', 'till=2026-13-40'])('%j asks for everything', (address) => {
  const search = auditSearchFrom(new URLSearchParams(address))
  expect(search).toEqual({ deed: null, actorId: null, subjectId: null, until: null })
})
