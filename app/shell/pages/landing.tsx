import { useNavigation } from 'react-router'
import { PILOT_AREA, PRODUCT_NAME } from '~/shared/product'
import { About } from '../parts/landing/about'
import { Ambassadors } from '../parts/landing/ambassadors'
import { Contact, type ContactAnswer } from '../parts/landing/contact'
import { Environment, type EnvironmentFigure } from '../parts/landing/environment'
import { Hero } from '../parts/landing/hero'
import { Packages } from '../parts/landing/packages'
import { Safety } from '../parts/landing/safety'
import { Services } from '../parts/landing/services'
import { type PublicData, PublicLayout } from '../parts/public-layout'
import { organisationData, pageMeta } from '../seo'

type LandingData = PublicData & {
  environment: readonly EnvironmentFigure[]
  /** Names the message in the contact form, so that a second send is the same message. */
  key: string
}

type Props = { loaderData: LandingData; actionData?: ContactAnswer }

export function meta({ loaderData }: Props) {
  return [
    ...pageMeta({
      title: 'Trygghet först – i ditt kvarter',
      description: `${PRODUCT_NAME} i ${PILOT_AREA}: väktare på kvällsrunda, trygghetslarm och lokala företag med 10 % rabatt. 39 kr i månaden, gratis i 30 dagar.`,
      path: '/',
      origin: loaderData.origin,
    }),
    { 'script:ld+json': organisationData(loaderData.origin) },
  ]
}

/** The sections stand in the specification's order. */
export default function LandingPage({ loaderData, actionData }: Props) {
  const sending = useNavigation().formData?.get('intent') === 'contact'
  return (
    <PublicLayout signedIn={loaderData.signedIn}>
      <Hero />
      <Safety />
      <About />
      <Services />
      <Packages />
      <Ambassadors />
      <Environment figures={loaderData.environment} />
      {/* A new key is a new message: the fields are cleared by being new ones. */}
      <Contact key={loaderData.key} messageKey={loaderData.key} answer={actionData} busy={sending} />
    </PublicLayout>
  )
}
