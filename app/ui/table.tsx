// biome-ignore-all lint/a11y/noRedundantRoles: laid out as blocks on a phone, a table loses its roles in some browsers unless they are written out.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from './marks/icon'

type Column = {
  key: string
  label: string
  align?: 'left' | 'right'
  /** Contains only short words or dates: in a wide table these columns keep their width and others give way. */
  short?: boolean
  /** The URL that sorts by this column, and the present direction. */
  sort?: { to: string; now?: 'ascending' | 'descending' }
}
type Row = Record<string, ReactNode>

type Props = {
  /** The table's accessible name. `captionHidden` if a heading above says the same. */
  caption: string
  captionHidden?: boolean
  columns: readonly Column[]
  /** Cells by column key. An `id`, if given, is the React key. */
  rows: readonly Row[]
  empty?: ReactNode
  /** For many columns: cards until there is room for the table beside the menu, and then a panel of its own. */
  wide?: boolean
}

/** A table that becomes a list of cards on a narrow screen. The first column names the row. */
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

/** The link that opens a row. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link inline-flex min-h-12 items-center wrap-anywhere">
      {children}
    </Link>
  )
}

/** Where headings are visually hidden, their links must not be focusable; `SortLinks` above the cards replaces them. */
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

/** The sort links, where the headings are hidden. */
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
