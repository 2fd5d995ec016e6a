import { describe, expect, test, vi } from 'vitest'
import { csvClock, csvDownload, csvInstant, csvKronor, csvLine, csvMoment, csvOfPages } from './csv.server'

test.each([
  [['Siv', '125 40'], 'Siv;125 40\r\n'],
  [['Berg; Siv', 'sade "hej"', 'två\nrader'], '"Berg; Siv";"sade ""hej""";"två\nrader"\r\n'],
  [['=1+1', '@x', '-2+3', '+46701740601', '-12,50'], "'=1+1;'@x;'-2+3;+46701740601;-12,50\r\n"],
])('writes %j as %j, quoted and escaped against CSV injection', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})

test.each([
  ['2026-11-25T04:06:07Z', '2026-11-25 05:06', '05:06', '2026-11-25 05:06:07'],
  ['2026-12-31T23:05:00Z', '2027-01-01 00:05', '00:05', '2027-01-01 00:05:00'],
  ['2027-07-01T22:00:59Z', '2027-07-02 00:00', '00:00', '2027-07-02 00:00:59'],
])('writes %s in Swedish time with its year, in a form that sorts', (iso, moment, clock, instant) => {
  const date = new Date(iso)
  expect([csvMoment(date), csvClock(date), csvInstant(date)]).toEqual([moment, clock, instant])
})

test('a download is generated as it is read, and stops when it is cancelled', async () => {
  const ended = vi.fn()
  async function* endless() {
    try {
      for (let count = 0; ; count++) yield csvLine([String(count)])
    } finally {
      ended()
    }
  }
  const { body } = csvDownload('lista.csv', endless())
  const reader = body?.getReader()
  expect([...((await reader?.read())?.value ?? [])]).toEqual([0xef, 0xbb, 0xbf])
  await reader?.read()
  expect(ended).not.toHaveBeenCalled()
  await reader?.cancel()
  expect(ended).toHaveBeenCalledOnce()
})

test('a download is complete, starts with a BOM and is not cached', async () => {
  async function* lines() {
    for (const name of ['Åsa', 'Siv']) yield csvLine([name])
  }
  const file = csvDownload('lista.csv', lines())
  expect(Object.fromEntries(file.headers)).toEqual({
    'cache-control': 'private, no-store',
    'content-disposition': 'attachment; filename="lista.csv"',
    'content-type': 'text/csv; charset=utf-8',
  })
  expect(Buffer.from(await file.arrayBuffer()).toString('utf8')).toBe('\uFEFFÅsa\r\nSiv\r\n')
})

test.each([
  [1234_50, '1234,50'],
  [5, '0,05'],
  [0, '0,00'],
])('writes %i öre as %s', (ore, written) => {
  expect(csvKronor(ore)).toBe(written)
})

describe('a list as CSV', () => {
  const rows = Array.from({ length: 1_201 }, (_, index) => ({ id: String(index).padStart(5, '0') }))
  const linesOf = async (most?: number) => {
    const asked: number[] = []
    const read = async (before: string | null, limit: number) => {
      asked.push(limit)
      return rows.filter(({ id }) => before === null || id > before).slice(0, limit)
    }
    const lines: string[] = []
    for await (const line of csvOfPages({ head: ['Nr'], cells: ({ id }) => [id], read, most })) lines.push(line)
    return { lines, asked }
  }

  test('has every row once, read in pages', async () => {
    const { lines, asked } = await linesOf()
    expect(lines).toEqual(['Nr\r\n', ...rows.map(({ id }) => `${id}\r\n`)])
    expect(Math.max(...asked)).toBeLessThan(600)
  })

  test('says that it was cut at the limit, and not when it just reaches it', async () => {
    const { lines } = await linesOf(700)
    expect(lines).toHaveLength(702)
    expect(lines.at(-1)).toBe('Listan fortsätter. Filen tar högst 700 rader, så gör ett mindre urval.\r\n')
    expect((await linesOf(1_201)).lines).toHaveLength(1_202)
  })
})
