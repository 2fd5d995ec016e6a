import { bookingAddress, RutTerms, ServiceCard } from '~/companies/public'
import { ButtonLink } from '~/ui/form/button'
import type { CompanyProfile } from '../read-company-profile.server'

type Props = Pick<CompanyProfile, 'services'> & { companyName: string; mayBook: boolean; hasDiscount: boolean }

export function ServiceList({ services, companyName, mayBook, hasDiscount }: Props) {
  return (
    <section aria-labelledby="services" className="mt-14">
      <h2 id="services" className="text-h2">
        Tjänster och priser
      </h2>
      {services.length === 0 ? (
        <p className="mt-4 text-soft">
          {companyName} har inte lagt ut några tjänster ännu. Ring och fråga vad de kan hjälpa dig med.
        </p>
      ) : (
        <>
          <ul className="mt-5 grid gap-4">
            {services.map((service) => (
              <li key={service.id} className="flex">
                <ServiceCard
                  service={{
                    title: service.title,
                    description: service.description,
                    listOre: service.listOre,
                    durationMin: service.duration_min,
                    isRut: service.is_rut,
                    labourPercent: service.labour_percent,
                    place: service.place,
                    photo: service.photo,
                  }}
                  hasDiscount={hasDiscount}
                  action={
                    mayBook && (
                      <ButtonLink
                        to={bookingAddress(service.id)}
                        variant="secondary"
                        size="small"
                        aria-label={`Boka ${service.title}`}
                      >
                        Boka
                      </ButtonLink>
                    )
                  }
                />
              </li>
            ))}
          </ul>
          <p className="prose-width mt-4 text-small text-soft">
            {hasDiscount
              ? 'Priserna är med moms. Det överstrukna är företagets ordinarie pris, det andra är ditt som medlem.'
              : 'Priserna är med moms. Rabatten gäller igen när ditt medlemskap är betalt.'}
          </p>
          {services.some(({ is_rut, labour_percent }) => is_rut && labour_percent > 0) && (
            <RutTerms className="prose-width mt-2" />
          )}
        </>
      )}
    </section>
  )
}
