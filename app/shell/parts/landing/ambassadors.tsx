import { stepps } from '~/membership/public'
import { ButtonLink } from '~/ui/form/button'

const steps = [
  { title: 'Tipsa', text: 'Berätta för ett företag du tycker om, gärna öga mot öga.' },
  { title: 'Företaget går med', text: 'Det väljer Bas och skriver ditt mobilnummer i fältet ”Tipsad av”.' },
  {
    title: 'Du får 12 månader',
    text: 'Gratis medlemskap läggs till av sig självt. Ett år för varje företag.',
  },
]

export function Ambassadors() {
  return (
    <section id="ambassadors" aria-labelledby="ambassadors-title" className="band section">
      <div className="page">
        <h2 id="ambassadors-title" className="text-h1">
          Ambassadörer tipsar, kvarteret växer
        </h2>
        <ol className="mt-12 grid gap-8 md:grid-cols-3 md:gap-10">
          {steps.map((step, index) => (
            <li key={step.title} className="border-lamp border-t-2 pt-5">
              <h3 className="flex gap-3">
                <span className="tabular text-lamp">{index + 1}</span> {step.title}
              </h3>
              <p className="mt-2 text-soft">{step.text}</p>
            </li>
          ))}
        </ol>
        <ButtonLink to="/signup?role=member" className="mt-10">
          Gå med och börja tipsa
        </ButtonLink>
        <section id="stepps" aria-labelledby="stepps-title" className="mt-20 scroll-mt-8 sm:mt-28">
          <h2 id="stepps-title">STEPPS: så sprids ett bra tips</h2>
          <p className="mt-4 max-w-[52ch] text-soft">
            Sex saker som får folk att prata vidare, efter Jonah Bergers bok Contagious. Välj en eller två när du
            tipsar.
          </p>
          <ol className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
            {stepps.map((part) => (
              <li key={part.title} className="flex gap-5">
                <span aria-hidden="true" className="w-[1ch] shrink-0 font-semibold text-display text-lamp leading-none">
                  {part.letter}
                </span>
                <div className="min-w-0">
                  <h3 className="text-h4">{part.title}</h3>
                  <p lang="en" className="text-small text-soft">
                    {part.term}
                  </p>
                  <p className="mt-1">{part.text}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </section>
  )
}
