import { monthName } from '~/ui/form/month-name'

type Lit = 'dark' | 'taken' | 'chosen'

/** A year as a row of windows: those of others are lit already, and the one you choose lights up. */
export function MonthsLit({ months }: { months: readonly { value: string; lit: Lit }[] }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-6 gap-x-2.5 gap-y-4 sm:gap-x-4">
      {months.map(({ value, lit }) => (
        <div key={value}>
          <div
            className={`relative aspect-3/4 overflow-hidden rounded-t-full rounded-b-[4px] border-[3px] border-current transition-colors duration-250 ${looks[lit]}`}
          >
            <span className="absolute inset-y-0 left-1/2 w-[3px] -translate-x-1/2 bg-current" />
            <span className="absolute inset-x-0 top-[48%] h-[3px] bg-current" />
          </div>
          <p className="mt-1.5 text-center text-small text-soft">{monthName(value).month.slice(0, 3)}</p>
        </div>
      ))}
    </div>
  )
}

/* The colour of the text is that of the frame and its bars. */
const looks: Record<Lit, string> = {
  dark: 'text-[color-mix(in_srgb,var(--on-deep)_24%,var(--deep))] bg-[color-mix(in_srgb,black_38%,var(--deep))]',
  taken: 'text-[color-mix(in_srgb,var(--on-deep)_24%,var(--deep))] bg-[color-mix(in_srgb,var(--lamp)_62%,black)]',
  chosen:
    'text-[color-mix(in_srgb,var(--on-deep)_40%,var(--deep))] bg-lamp shadow-[0_0_2.5rem_0.25rem_color-mix(in_srgb,var(--lamp)_45%,transparent)]',
}
