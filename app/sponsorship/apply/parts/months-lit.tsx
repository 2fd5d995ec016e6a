import { monthName } from '~/ui/form/month-name'

type Lit = 'dark' | 'taken' | 'chosen'

/** The year as a row of windows: taken months are lit, and chosen ones light up. Decorative. */
export function MonthsLit({ months }: { months: readonly { value: string; lit: Lit }[] }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-6 gap-x-2.5 gap-y-4 sm:gap-x-4">
      {months.map(({ value, lit }) => (
        <div key={value}>
          <div
            data-month={value}
            data-lit={lit}
            className={`relative aspect-3/4 overflow-hidden rounded-t-full rounded-b-[4px] border-[3px] border-current transition-colors duration-250 ${looks}`}
          >
            <span className="absolute inset-y-0 left-1/2 w-[3px] -translate-x-1/2 bg-current" />
            <span className="absolute inset-x-0 top-[48%] h-[3px] bg-current" />
          </div>
          <p className="mt-1.5 text-center text-[min(0.9375rem,4vw)] text-soft">{monthName(value).month.slice(0, 3)}</p>
        </div>
      ))}
    </div>
  )
}

/* The text colour is that of the frame and its bars. follow-months.ts changes `data-lit` on the page. */
const looks = [
  'text-[color-mix(in_srgb,var(--on-deep)_24%,var(--deep))] data-[lit=chosen]:text-[color-mix(in_srgb,var(--on-deep)_40%,var(--deep))]',
  'data-[lit=dark]:bg-[color-mix(in_srgb,black_38%,var(--deep))]',
  'data-[lit=taken]:bg-[color-mix(in_srgb,var(--lamp)_62%,black)]',
  'data-[lit=chosen]:bg-lamp data-[lit=chosen]:shadow-[0_0_2.5rem_0.25rem_color-mix(in_srgb,var(--lamp)_45%,transparent)]',
].join(' ')
