import { expect, test, vi } from 'vitest'
import { csvDownload, csvKronor, csvLine } from './csv.server'

test.each([
  [['Siv', '125 40'], 'Siv;125 40\r\n'],
  [['Berg; Siv', 'sade "hej"', 'två\nrader'], '"Berg; Siv";"sade ""hej""";"två\nrader"\r\n'],
  [['=1+1', '@x', '-2+3', '+46701740601', '-12,50'], "'=1+1;'@x;'-2+3;+46701740601;-12,50\r\n"],
])('%j is written %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})

test('a file is read as it is fetched, and no further when somebody leaves', async () => {
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

test.each([
  [1234_50, '1234,50'],
  [5, '0,05'],
  [0, '0,00'],
])('%i öre is %s', (ore, written) => {
  expect(csvKronor(ore)).toBe(written)
})
