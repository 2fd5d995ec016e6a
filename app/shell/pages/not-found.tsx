import { ButtonLink } from '~/ui/button'
import { PublicLayout } from '../parts/public-layout'
import { WrongTurn } from '../pictures/scenes'

export function meta() {
  return [{ title: 'Sidan finns inte – Kvartera' }, { name: 'robots', content: 'noindex' }]
}

export default function NotFoundPage({ loaderData }: { loaderData: { signedIn: boolean } }) {
  return (
    <PublicLayout signedIn={loaderData.signedIn}>
      <div className="page section mb-8 grid items-center gap-x-20 gap-y-10 lg:grid-cols-2">
        <div>
          <p className="font-semibold text-lamp-ink">404</p>
          <h1 lang="en" className="mt-2 text-display">
            Oops! Page not found
          </h1>
          <p className="mt-5 max-w-[40ch] text-lead text-soft">
            Här tar gatan slut. Sidan du sökte finns inte, eller så har den flyttat.
          </p>
          <ButtonLink to="/" size="large" icon="home" className="mt-8">
            Gå hem
          </ButtonLink>
        </div>
        <WrongTurn className="max-w-none" />
      </div>
    </PublicLayout>
  )
}
