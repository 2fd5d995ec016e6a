import type { CSSProperties, ReactNode } from 'react'
import { Icon } from '../marks/icon'
import { DataTable } from '../table'
import { linePieces, niceScale, share, spread } from './chart-scale'

const figures = new Intl.NumberFormat('sv-SE')

type Format = (value: number) => string
const plain: Format = (value) => figures.format(value)
const orNothing = (format: Format, value: number | null | undefined) => (value == null ? '–' : format(value))

type Bar = { label: string; value: number /** The highlighted bar. */; lit?: boolean }

type BarChartProps = {
  title: string
  /** What the lengths mean, if the title does not say so. */
  note?: ReactNode
  data: readonly Bar[]
  format?: Format
  /** The headings of the data table: "Ämne", "Kronor per år". */
  columns?: readonly [string, string]
}

/** Horizontal bars with label and value beside each, so no legend is needed. */
export function BarChart({ title, note, data, format = plain, columns = ['Vad', 'Värde'] }: BarChartProps) {
  const { max } = niceScale(data.map((bar) => bar.value))
  const rows = data.map((bar) => ({ id: bar.label, label: bar.label, value: format(bar.value) }))
  return (
    <ChartFrame title={title} note={note} columns={['label', 'value']} heads={columns} rows={rows}>
      {/* Hidden from screen readers: the data table says the same in a better order. */}
      <ul aria-hidden="true" className="grid gap-4">
        {data.map((bar) => (
          <li key={bar.label} className="grid gap-1.5">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span>{bar.label}</span>
              <span className="tabular font-semibold">{format(bar.value)}</span>
            </span>
            <svg aria-hidden="true" className="h-3.5 w-full">
              <rect width="100%" height="100%" rx="7" className="fill-mist" />
              <rect
                width={`${share(bar.value, max)}%`}
                height="100%"
                rx="7"
                className={bar.lit ? 'fill-lamp' : 'fill-spruce'}
              />
            </svg>
          </li>
        ))}
      </ul>
    </ChartFrame>
  )
}

/** Null is an unknown value: a gap in the line. */
type Series = { label: string; values: readonly (number | null)[] }

type LineChartProps = {
  title: string
  note?: ReactNode
  /** The labels of the x axis, one for each value. */
  labels: readonly string[]
  /** One or two lines; the second is dashed. */
  series: readonly [Series] | readonly [Series, Series]
  format?: Format
  /** The heading of the data table's first column. */
  labelsHead?: string
}

/**
 * A line chart with the series' names at the ends of their lines. Labels are HTML, so they keep their size; only the
 * lines stretch.
 */
export function LineChart({ title, note, labels, series, format = plain, labelsHead = 'När' }: LineChartProps) {
  const { max, ticks } = niceScale(series.flatMap((line) => line.values))
  /** The label at the end of a line: its last known value, with the time if later ones are unknown. */
  const last = ({ values }: Series) => {
    const at = values.findLastIndex((value) => value !== null)
    const shown = orNothing(format, values[at])
    return at === -1 || at === values.length - 1 ? shown : `${shown}, ${labels[at]}`
  }
  const lines = series.map((line) => ({ ...line, pieces: linePieces(line.values, max), last: last(line) }))
  const endOf = ({ pieces }: (typeof lines)[number]) => pieces.at(-1)?.at(-1)
  const labelHeights = spread(
    lines.map((line) => endOf(line)?.y ?? 50),
    // The height of two lines of small text, in percent of the drawing's height.
    17,
  )
  const rows = labels.map((label, index) => {
    const values = series.map((line) => [line.label, orNothing(format, line.values[index])])
    return { id: label, label, ...Object.fromEntries(values) }
  })
  return (
    <ChartFrame
      title={title}
      note={note}
      columns={['label', ...series.map((line) => line.label)]}
      heads={[labelsHead, ...series.map((line) => line.label)]}
      rows={rows}
    >
      <div aria-hidden="true" className="grid grid-cols-[auto_1fr_auto] gap-x-3 text-small text-soft">
        <div className="relative">
          {/* Invisible: the widest figure sets the column's width. */}
          <span className="tabular invisible">{format(max)}</span>
          {ticks.map((tick) => (
            <span key={tick} style={place(0, 100 - share(tick, max))} className="chart-mark tabular right-0">
              {format(tick)}
            </span>
          ))}
        </div>
        <div className="relative h-56">
          <svg
            aria-hidden="true"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {ticks.map((tick) => (
              <path key={tick} d={`M0 ${100 - share(tick, max)}H100`} className="chart-line stroke-line" />
            ))}
            {lines.map((line, index) =>
              line.pieces.map((piece) => (
                <polyline
                  key={`${line.label} ${piece[0]?.x}`}
                  points={piece.map(({ x, y }) => `${x},${y}`).join(' ')}
                  strokeDasharray={index === 0 ? undefined : '7 6'}
                  strokeWidth="3"
                  className={`chart-line ${index === 0 ? 'stroke-spruce' : 'stroke-lamp-ink'}`}
                />
              )),
            )}
          </svg>
          {lines.map((line, index) =>
            // Dots mark the end of a line, and single points between two gaps, which would be invisible as lines.
            line.pieces.map((piece) => {
              const last = piece.at(-1)
              if (!last || (piece.length > 1 && last !== endOf(line))) return null
              return (
                <span
                  key={`${line.label} ${last.x}`}
                  style={place(last.x, last.y)}
                  className={`chart-end ${index === 0 ? 'bg-spruce' : 'bg-lamp-ink'}`}
                />
              )
            }),
          )}
        </div>
        <div className="relative max-w-[9rem]">
          {lines.map((line) => (
            <span key={line.label} className="invisible block h-0 overflow-hidden font-semibold">
              {line.label}
              <span className="block">{line.last}</span>
            </span>
          ))}
          {lines.map((line, index) => (
            <span
              key={line.label}
              style={place(0, labelHeights[index] ?? 0)}
              className={`chart-mark left-0 max-w-full leading-tight font-semibold whitespace-normal hyphens-auto ${index === 0 ? 'text-spruce' : 'text-lamp-ink'}`}
            >
              {line.label}
              <span className="tabular block font-normal text-ink">{line.last}</span>
            </span>
          ))}
        </div>
        <div className="relative col-start-2 mt-2 flex justify-between">
          {endsAndMiddle(labels).map((label) => (
            <span key={label}>{label}</span>
          ))}
        </div>
      </div>
    </ChartFrame>
  )
}

/** More labels would overlap on a phone. */
function endsAndMiddle(labels: readonly string[]): string[] {
  if (labels.length <= 3) return [...labels]
  return [labels[0], labels[Math.floor((labels.length - 1) / 2)], labels.at(-1)].filter((label) => label !== undefined)
}

function place(x: number, y: number) {
  return { '--x': `${x}%`, '--y': `${y}%` } as CSSProperties
}

type FrameProps = {
  title: string
  note: ReactNode
  columns: readonly string[]
  heads: readonly string[]
  rows: readonly Record<string, ReactNode>[]
  children: ReactNode
}

function ChartFrame({ title, note, columns, heads, rows, children }: FrameProps) {
  return (
    <figure className="min-w-0">
      <figcaption>
        <p className="text-h4">{title}</p>
        {note ? <p className="mt-1 text-soft">{note}</p> : null}
      </figcaption>
      <div className="mt-5">{children}</div>
      <details className="unfolds group mt-4">
        <summary className="link inline-flex min-h-12 list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
          <Icon name="list" />
          Visa som tabell
        </summary>
        <DataTable
          caption={title}
          captionHidden
          columns={columns.map((key, index) => ({
            key,
            label: heads[index] ?? key,
            align: index === 0 ? 'left' : 'right',
          }))}
          rows={rows}
        />
      </details>
    </figure>
  )
}
