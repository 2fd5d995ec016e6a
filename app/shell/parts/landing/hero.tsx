import { StreetAtDusk } from '~/pictures/street-at-dusk'
import { PILOT_AREA, PILOT_POSTCODE } from '~/shared/product'
import { ButtonLink } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'

export function Hero() {
  return (
    <section id="home" aria-labelledby="home-title" className="band relative overflow-hidden">
      <div className="page relative z-1 pt-10 sm:pt-16 lg:pt-20">
        <p className="flex items-center gap-2 text-lamp text-small">
          <Icon name="map-pin" /> {PILOT_AREA}, 125 40
        </p>
        <h1 id="home-title" className="mt-4 max-w-[13ch] text-display">
          Trygghet först – i ditt kvarter
        </h1>
        <p className="mt-5 max-w-[44ch] text-lead">
          Väktare som går förbi varje kväll, ett larm till någon nära och företag du kan lita på runt hörnet.
        </p>
        {/* Against the dark picture, the buttons use the lamp's colour. */}
        <div className="mt-8 flex flex-wrap gap-3 [--on-spruce:var(--on-lamp)] [--spruce:var(--lamp)]">
          <ButtonLink to="/signup?role=member" size="large" className="grow sm:grow-0">
            Bli trygghets&shy;medlem
          </ButtonLink>
          <ButtonLink
            to={`/companies?postal=${PILOT_POSTCODE}`}
            size="large"
            variant="secondary"
            className="grow sm:grow-0"
          >
            Se lokala företag
          </ButtonLink>
        </div>
        <p className="mt-5 text-small">Gratis i 30 dagar, sedan 39&nbsp;kr i månaden. Ingen bindningstid.</p>
      </div>
      <StreetAtDusk className="hero-street" />
    </section>
  )
}
