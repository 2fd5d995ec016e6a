// biome-ignore-all lint/a11y/noRedundantRoles: laid out as blocks on a phone, a table loses its roles in some browsers unless they are written out.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from './marks/icon'

type Column = {
  key: string
  label: string
  align?: 'left' | 'right'
  /** Has a few short words or a date in each row: where columns are many, others give way before these are broken. */
  short?: boolean
  /** Where the heading leads to have the list stand by it, and how it stands by it now. */
  sort?: { to: string; now?: 'ascending' | 'descending' }
}
type Row = Record<string, ReactNode>

type Props = {
  /** What the table shows; read aloud first. `captionHidden` when a heading above says the same. */
  caption: string
  captionHidden?: boolean
  columns: readonly Column[]
  /** By column key. An `id`, when there is one, tells the rows apart. */
  rows: readonly Row[]
  empty?: ReactNode
  /** Of many columns: cards until there is room for them beside the menu, and a sheet of its own where it is a table. */
  wide?: boolean
}

/**
 * A table that becomes a list of cards on a narrow screen. The first column names the row.
 */
export function DataTable({ caption, captionHidden, columns, rows, empty, wide }: Props) {
  if (rows.length === 0 && empty) return empty
  const [first, ...rest] = columns
  if (!first) return null
  const label = `data-table-label ${wide ? 'xl:hidden' : 'sm:hidden'}`
  return (
    <>
      <SortLinks columns={columns} wide={wide} />
      <table role="table" className={`data-table ${wide ? 'max-xl:data-cards xl:data-sheet' : 'max-sm:data-cards'}`}>
        <caption className={captionHidden ? 'sr-only' : 'pb-3 text-left font-semibold'}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                data-align={column.align}
                aria-sort={column.sort?.now}
              >
                <Heading column={column} wide={wide} />
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
                <td key={column.key} role="cell" data-align={column.align} data-short={column.short}>
                  <span className={label}>{column.label}</span>
                  <span className="min-w-0">{row[column.key]}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** What a row of a list is opened by. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link inline-flex min-h-12 items-center wrap-anywhere">
      {children}
    </Link>
  )
}

/** Where the headings are not shown nothing in them can be reached; their links stand above the cards. */
function Heading({ column: { label, sort }, wide }: { column: Column; wide: boolean | undefined }) {
  if (!sort) return label
  const look = `data-table-sort ${wide ? 'max-xl:hidden' : 'max-sm:hidden'} ${sort.now ? 'font-semibold text-ink' : ''}`
  return (
    <>
      <Link to={sort.to} preventScrollReset className={look}>
        {label}
        <Icon name={arrowOf(sort.now)} className={sort.now ? 'size-4' : 'size-4 opacity-0'} />
      </Link>
      <span className={wide ? 'xl:hidden' : 'sm:hidden'}>{label}</span>
    </>
  )
}

const arrowOf = (now: 'ascending' | 'descending' | undefined) => (now === 'ascending' ? 'arrow-up' : 'arrow-down')

/** The headings' links again, where the headings are not shown. */
function SortLinks({ columns, wide }: { columns: readonly Column[]; wide: boolean | undefined }) {
  const sortable = columns.flatMap(({ key, label, sort }) => (sort ? [{ key, label, ...sort }] : []))
  if (sortable.length === 0) return null
  return (
    <nav aria-label="Ordna efter" className={`mb-3 ${wide ? 'xl:hidden' : 'sm:hidden'}`}>
      <ul className="flex flex-wrap items-center gap-x-5">
        {sortable.map(({ key, label, to, now }) => (
          <li key={key}>
            <Link
              to={to}
              preventScrollReset
              aria-current={now && 'true'}
              className="link inline-flex min-h-12 items-center gap-1"
            >
              {label}
              {now && (
                <>
                  <Icon name={arrowOf(now)} className="size-4" />
                  <span className="sr-only">{now === 'ascending' ? '(stigande)' : '(fallande)'}</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function rowKey(row: Row, index: number): string {
  return typeof row.id === 'string' || typeof row.id === 'number' ? String(row.id) : String(index)
}
