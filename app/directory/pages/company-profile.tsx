import { href, Link } from 'react-router'
import { KeepCompany } from '~/bookings/public'
import { isFavourite } from '~/bookings/public.server'
import { bookingAddress, CompanyMark, categoryLabel, mayBookAt, PhotoWall } from '~/companies/public'
import { readOwnCompany } from '~/companies/public.server'
import { orAnswer } from '~/door/answer.server'
import { originOf, pageMeta } from '~/door/page-meta'
import { mayUseDiscounts } from '~/membership/public'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { formatPostcode } from '~/postcodes/public'
import { ReviewSection } from '~/reviews/public'
import { readReviewsShown } from '~/reviews/public.server'
import { anId } from '~/shared/id'
import { notThere } from '~/shared/outcome'
import { shortened } from '~/shared/text'
import { ButtonLink } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import { directoryAddress } from '../directory-search'
import { CompanyBadges } from '../parts/company-badges'
import { CompanyFacts } from '../parts/company-facts'
import { OfferList } from '../parts/offer-list'
import { ServiceList } from '../parts/service-list'
import { readCompanyProfile } from '../read-company-profile.server'
import { localBusinessData } from '../structured-data'
import type { Route } from './+types/company-profile'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  const path = href('/company/:id', params)
  if (!loaderData) return pageMeta(matches, { title: 'Företaget', description: '', path, hidden: true })
  const { company, pictureVersion } = loaderData
  const picture = `${href('/og/company/:id.png', params)}?v=${pictureVersion}`
  const address = (to: string) => new URL(to, originOf(matches)).href
  const where = company.area ?? formatPostcode(company.postcode)
  return [
    ...pageMeta(matches, {
      title: company.name,
      description: firstSentences(company.bio) || `${company.name}: ${categoryLabel(company.category)} i ${where}.`,
      path,
      hidden: loaderData.isHidden,
      picture: { path: picture, shows: `${company.name}, ${categoryLabel(company.category)} i ${where}.` },
    }),
    { 'script:ld+json': localBusinessData(loaderData, { url: address(path), picture: address(picture) }) },
  ]
}

/** About as much as a search engine shows. */
const longestDescription = 200

function firstSentences(bio: string): string {
  const text = bio.replace(/\s+/g, ' ').trim()
  return text.length > longestDescription
    ? `${shortened(text, longestDescription - 1).replace(/(\s\S*|…)$/, '')} …`
    : text
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const house = context.get(houseContext)
  const id = anId().safeParse(params.id)
  const reader = context.get(visitorContext).signedIn?.person ?? null
  const isOwn = reader?.role === 'company' && (await readOwnCompany(house.db, reader.id))?.id === id.data
  const looksAs = isOwn ? 'owner' : reader ? 'signed in' : 'anybody'
  const profile = orAnswer(id.success ? await readCompanyProfile(house, id.data, looksAs) : notThere)
  // The owner sees the page as a visitor does, with the same buttons.
  const isNear = mayBookAt(isOwn ? null : reader, profile.company)
  return {
    ...profile,
    mayBook: isNear && profile.isBookable,
    isOwn,
    // A member with an unpaid month gets no discount for now, and the page says so.
    hasDiscount: reader?.role !== 'member' || mayUseDiscounts(reader.memberStatus),
    /** Null for visitors who cannot save companies, since they are no members. */
    isKept: reader?.role === 'member' ? await isFavourite(house.db, reader.id, profile.company.id) : null,
    livesElsewhere: reader?.role === 'member' && !isNear,
    reviews: await readReviewsShown(house, profile.company.id, readCursor(request)),
  }
}

export default function CompanyProfilePage({ loaderData }: Route.ComponentProps) {
  const { company, offers, services, reviews, mayBook, hasDiscount, livesElsewhere } = loaderData
  const service = mayBook ? services[0] : undefined
  const where = [company.area, formatPostcode(company.postcode)].filter(Boolean).join(', ')
  return (
    <div className="page section pt-8 sm:pt-12">
      {loaderData.isOwn && <OwnNote isHidden={loaderData.isHidden} />}
      <Link
        to={`${href('/companies')}${directoryAddress({ postcode: company.postcode })}`}
        className="link inline-flex min-h-12 items-center gap-2"
      >
        <Icon name="arrow-left" />
        Alla företag i {where}
      </Link>
      <div className="mt-6 grid gap-x-16 gap-y-12 lg:grid-cols-[1fr_22rem] lg:items-start">
        <div className="min-w-0">
          <header>
            <div className="flex flex-wrap items-center gap-5">
              <CompanyMark company={company} size="large" eager />
              <div className="min-w-0">
                <h1 className="text-h1 wrap-anywhere">{company.name}</h1>
                <p className="mt-1 text-lead text-soft">
                  {categoryLabel(company.category)} i {where}
                </p>
              </div>
            </div>
            <div className="mt-5">
              <CompanyBadges company={company} />
            </div>
            <p className="prose-width mt-6 text-lead whitespace-pre-line wrap-anywhere">
              {company.bio || `${company.name} har inte skrivit något om sig ännu. Hör gärna av dig.`}
            </p>
            <div className="mt-7 flex flex-wrap gap-3">
              {service && (
                <ButtonLink to={bookingAddress(service.id)} size="large" icon="calendar">
                  Boka
                </ButtonLink>
              )}
              <ButtonLink
                to={`tel:${company.phone}`}
                size="large"
                icon="phone"
                variant={service ? 'secondary' : 'primary'}
              >
                Ring
              </ButtonLink>
              {loaderData.isKept === null ? null : <KeepCompany company={company} isKept={loaderData.isKept} />}
            </div>
            {!loaderData.isBookable && services.length > 0 && (
              <p className="prose-width mt-4 text-soft">
                {company.name} har inte lagt in några öppettider, så det går inte att boka här än. Ring gärna och fråga.
              </p>
            )}
            {livesElsewhere && loaderData.isBookable && (
              <p className="prose-width mt-4 text-soft">
                Här bokar de som bor i {formatPostcode(company.postcode)}. Ring gärna och fråga om företaget kommer till
                dig.
              </p>
            )}
          </header>
          <PhotoWall photos={loaderData.photos} />
          <OfferList offers={offers} isPaused={!hasDiscount} />
          <ServiceList services={services} companyName={company.name} mayBook={mayBook} hasDiscount={hasDiscount} />
          <ReviewSection company={company} shown={reviews} />
        </div>
        <CompanyFacts profile={loaderData} />
      </div>
    </div>
  )
}

/** A note for the owner: who can see the page, and a link back. */
function OwnNote({ isHidden }: { isHidden: boolean }) {
  return (
    <p className="mb-6 flex items-start gap-3 rounded-card bg-mist p-5">
      <Icon name={isHidden ? 'eye-off' : 'eye'} className="mt-0.5 size-6 shrink-0 text-spruce" />
      <span>
        {isHidden
          ? 'Bara ni ser den här sidan just nu. Så här ser den ut när den visas för grannarna.'
          : 'Så här ser grannarna er sida. Knapparna för att boka är deras.'}{' '}
        <Link to={href('/dashboard/provider')}>Till er översikt</Link>
      </span>
    </p>
  )
}
