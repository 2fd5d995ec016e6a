import { PatrolWeek } from '~/pictures/patrol-week'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { ButtonLink } from '~/ui/form/button'
import { Icon, type IconName } from '~/ui/marks/icon'

const parts: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'message',
    title: 'SMS-larm',
    text: 'Skriv vad som har hänt och tryck på skicka. Trygghetspartnerna i ditt postnummer får det på en gång, och du ser vem som tar emot.',
  },
  {
    icon: 'shield',
    title: 'Väktare på rundan',
    text: 'De går varje kväll, i väst som syns. I tjänsten ser du när de senast gick förbi och när de kommer nästa gång.',
  },
  {
    icon: 'people',
    title: 'Lokal närvaro',
    text: 'Företagen som arbetar i kvarteret hjälper till att hålla ögonen öppna, och flera av dem betalar för fler rundor.',
  },
]

export function Safety() {
  return (
    <section id="security" aria-labelledby="security-title" className="section">
      <div className="page grid items-center gap-x-20 gap-y-14 lg:grid-cols-2">
        <div>
          <h2 id="security-title" className="text-h1">
            Någon håller ett öga på kvarteret
          </h2>
          <ul className="mt-10 grid gap-8">
            {parts.map((part) => (
              <li key={part.title} className="flex gap-[min(1.25rem,4vw)]">
                <span className="grid size-12 shrink-0 place-content-center rounded-full bg-mist text-spruce">
                  <Icon name={part.icon} className="size-6" />
                </span>
                <div className="min-w-0">
                  <h3 className="text-h4">{part.title}</h3>
                  <p className="mt-1 text-soft">{part.text}</p>
                </div>
              </li>
            ))}
          </ul>
          <ButtonLink to="/security" variant="quiet" className="mt-8 -ml-[min(1.25rem,5vw)]">
            Så fungerar tryggheten <Icon name="arrow-right" />
          </ButtonLink>
        </div>
        <figure className="band rounded-card p-[min(1.5rem,6vw)] sm:p-10">
          <figcaption>
            <h3>Då är väktarna ute</h3>
            <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-1 text-lead">
              <div className="flex flex-wrap gap-x-2">
                <dt>Vardagar</dt>
                <dd className="tabular font-semibold text-lamp">18–22</dd>
              </div>
              <div className="flex flex-wrap gap-x-2">
                <dt>Helger</dt>
                <dd className="tabular font-semibold text-lamp">14–22</dd>
              </div>
            </dl>
          </figcaption>
          <PatrolWeek className="mt-8 w-full" />
          <p className="mt-8 flex items-start gap-3 border-line border-t pt-5">
            <Icon name="warning" className="mt-[0.2em] text-alarm-text" />
            <span>
              Ring alltid{' '}
              <a href={`tel:${EMERGENCY_NUMBER}`} className="link font-semibold">
                {EMERGENCY_NUMBER}
              </a>{' '}
              först om det är akut fara. Larma oss sedan.
            </span>
          </p>
        </figure>
      </div>
    </section>
  )
}
