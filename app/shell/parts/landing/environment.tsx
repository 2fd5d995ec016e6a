import { ButtonLink } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'

export type EnvironmentFigure = { label: string; value: string; note: string }

/** The figures come from the loader, computed by the savings slice; never hard-code them here. */
export function Environment({ figures }: { figures: readonly EnvironmentFigure[] }) {
  return (
    <section aria-labelledby="environment-title" className="section">
      <div className="page">
        <h2 id="environment-title" className="text-h1">
          När hjälpen bor nära blir resorna kortare
        </h2>
        <p className="mt-5 max-w-[48ch] text-lead text-soft">
          Så mycket kan ett enda postnummer spara på ett år, om vart femte hushåll är med.
        </p>
        <dl className="mt-12 grid gap-x-10 gap-y-8 md:grid-cols-3">
          {figures.map((figure) => (
            <div key={figure.label} className="flex flex-col border-lamp border-t-4 pt-5">
              <dt className="order-2 mt-2 text-h4">{figure.label}</dt>
              <dd className="order-1 hyphens-none font-semibold text-display">{figure.value}</dd>
              <dd className="order-3 mt-1 text-soft">{figure.note}</dd>
            </div>
          ))}
        </dl>
        <ButtonLink to="/vad-konceptet-sparar" variant="quiet" className="mt-8 -ml-[min(1.25rem,5vw)]">
          Så har vi räknat <Icon name="arrow-right" />
        </ButtonLink>
      </div>
    </section>
  )
}
