import { PILOT_POSTCODE } from '~/shared/product'
import { ButtonLink } from '~/ui/form/button'
import { Icon, type IconName } from '~/ui/marks/icon'

const services: { icon: IconName; title: string; text: string }[] = [
  { icon: 'cleaning', title: 'Städning', text: 'Varje vecka eller inför flytten' },
  { icon: 'garden', title: 'Trädgård', text: 'Häckar, löv och gräs' },
  { icon: 'hair', title: 'Frisör', text: 'På salongen eller hemma' },
  { icon: 'massage', title: 'Massage', text: 'För nacke, axlar och rygg' },
  { icon: 'foot', title: 'Fotvård', text: 'För fötter som ska orka' },
  { icon: 'it', title: 'IT-hjälp', text: 'Mobilen, datorn och nätet' },
  { icon: 'accompany', title: 'Ledsagning', text: 'Sällskap till vården eller affären' },
  { icon: 'dog', title: 'Hundvakt', text: 'Promenad när du är på jobbet' },
]

/** The services, each behind an arched window like the one in the logo. */
export function Services() {
  return (
    <section id="services" aria-labelledby="services-title" className="section">
      <div className="page">
        <h2 id="services-title" className="text-h1">
          Hjälp från någon som bor nära
        </h2>
        <p className="mt-5 max-w-[48ch] text-lead text-soft">
          Som medlem får du 10 % grannrabatt. Priset du ser är priset du betalar.
        </p>
        <ul className="facade mt-12 grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-x-4 gap-y-10 px-[min(1.25rem,6vw)] py-10 md:grid-cols-4 md:gap-x-8 sm:px-10 sm:py-14 lg:px-16">
          {services.map((service) => (
            <li key={service.title}>
              <div className="facade-window">
                <Icon name={service.icon} className="size-[min(3rem,15vw)]" />
              </div>
              <h3 className="mt-4 text-h4">{service.title}</h3>
              <p className="mt-0.5 text-small">{service.text}</p>
            </li>
          ))}
        </ul>
        <ButtonLink to={`/companies?postal=${PILOT_POSTCODE}`} variant="secondary" className="mt-8">
          Alla företag i 125 40 <Icon name="arrow-right" />
        </ButtonLink>
      </div>
    </section>
  )
}
