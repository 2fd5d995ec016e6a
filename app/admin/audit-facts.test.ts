import { expect, test } from 'vitest'
import { changesOf } from './audit-facts'

test.each([
  [{ role: 'member' }, { role: 'admin' }, ['roll: medlem → administratör']],
  [{}, { as: 'signed out' }, ['som: inte inloggad']],
  [{ blocked: false, reason: null }, { blocked: true, reason: null }, ['spärrat: nej → ja']],
  [{ name: 'Blåsut' }, { name: '' }, ['namn: Blåsut → –']],
  [{ reason: null }, { reason: 'Flytt' }, ['varför: – → Flytt']],
  [{ state: 'open' }, {}, ['läge: öppet → –']],
  [{}, { deed: 'give free months' }, ['åtgärd: Gav fria månader']],
  [{}, { kind: 'membership past due' }, ['slag: Medlemskap obetalt']],
  [{ month: 'season 2026-12' }, { month: '' }, ['månad: säsongspartner 2026-12 → –']],
  [
    { months: 'season 2026-12 reserved, sponsor 2027-01 active' },
    {},
    ['månader: säsongspartner 2026-12 ansökt, huvudsponsor 2027-01 aktiv → –'],
  ],
  // A fact without a translation is still shown.
  [{ somethingNew: 1 }, { somethingNew: 2 }, ['somethingNew: 1 → 2']],
  [null, null, []],
])('describes the change from %j to %j', (before, after, told) => {
  expect(changesOf(before, after)).toEqual(told)
})
