// biome-ignore-all lint/a11y/noRedundantRoles: laid out as blocks on a phone, a table loses its roles in some browsers unless they are written out.
import type { ReactNode } from 'react'

type Column = { key: string; label: string; align?: 'left' | 'right' }
type Row = Record<string, ReactNode>

type Props = {
  /** What the table shows; read aloud first. `captionHidden` when a heading above says the same. */
  caption: string
  captionHidden?: boolean
  columns: readonly Column[]
  /** By column key. An `id`, when there is one, tells the rows apart. */
  rows: readonly Row[]
  empty?: ReactNode
}

/**
 * A table that becomes a list of cards on a narrow screen. The first column names the row.
 */
export function DataTable({ caption, captionHidden, columns, rows, empty }: Props) {
  if (rows.length === 0 && empty) return empty
  const [first, ...rest] = columns
  if (!first) return null
  return (
    <table role="table" className="data-table">
      <caption className={captionHidden ? 'sr-only' : 'pb-3 text-left font-semibold'}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} role="columnheader" scope="col" data-align={column.align}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)} role="row">
            <th role="rowheader" scope="row" data-align={first.align}>
              {row[first.key]}
            </th>
            {rest.map((column) => (
              <td key={column.key} role="cell" data-align={column.align}>
                <span className="data-table-label">{column.label}</span>
                <span className="min-w-0">{row[column.key]}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function rowKey(row: Row, index: number): string {
  return typeof row.id === 'string' || typeof row.id === 'number' ? String(row.id) : String(index)
}
