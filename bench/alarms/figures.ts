import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Row as TableRow } from '../table'

export const small = process.env.BENCH === 'small'

type Row = Record<string, string | number | TableRow>

/** Adds a row to what bench/measures.mjs prints. */
export function report(row: Row) {
  const file = process.env.BENCH_ROWS
  if (!file) {
    process.stdout.write(`  ${JSON.stringify(row)}\n`)
    return
  }
  const rows = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Row[]) : []
  writeFileSync(file, JSON.stringify([...rows, row]))
  appendFileSync(file, '\n')
}

/** Adds a row to the final table (bench/table.ts). */
export const enter = (table: TableRow) => report({ table })

/** For example "p50 2.1, p99 8.4 ms". */
export function spread(values: readonly number[]): { p50: number; p99: number; most: number } {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { p50: at(0.5), p99: at(0.99), most: at(1) }
}

export const round = (value: number) => Math.round(value * 100) / 100

/** Wall clock with fractions of a millisecond, comparable between the processes of this machine. */
export const moment = () => performance.timeOrigin + performance.now()
