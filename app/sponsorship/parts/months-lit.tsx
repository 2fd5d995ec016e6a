import { monthName } from '~/ui/month-name'

type Lit = 'dark' | 'taken' | 'chosen'

/** A year as a row of windows: those of others are lit already, and the one you choose lights up. */
export function MonthsLit({ months }: { months: readonly { value: string; lit: Lit }[] }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-6 gap-x-2 gap-y-3 sm:grid-cols-12">
      {months.map(({ value, lit }) => (
        <div key={value}>
          <div
            className={`relative aspect-3/4 overflow-hidden rounded-t-full rounded-b-[4px] border-2 transition-colors duration-250 ${looks[lit]}`}
          >
            <span className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-deep" />
            <span className="absolute inset-x-0 top-[55%] h-0.5 bg-deep" />
          </div>
          <p className="mt-1.5 text-center text-small text-soft">{monthName(value).month.slice(0, 3)}</p>
        </div>
      ))}
    </div>
  )
}

const looks: Record<Lit, string> = {
  dark: 'border-line bg-mist',
  taken: 'border-[color-mix(in_srgb,var(--lamp)_45%,var(--deep))] bg-[color-mix(in_srgb,var(--lamp)_38%,var(--deep))]',
  chosen: 'border-lamp bg-lamp shadow-[0_0_2.5rem_0.25rem_color-mix(in_srgb,var(--lamp)_45%,transparent)]',
}
