import { href } from 'react-router'
import { ButtonLink } from '~/ui/button'
import { NotFoundScene } from '../pictures/not-found-scene'

export function NotFoundPage() {
  return (
    <main className="page section flex min-h-dvh flex-col items-center justify-center text-center" id="main">
      <NotFoundScene />
      <h1 className="mt-8 text-h1">Oops! Page not found</h1>
      <p className="mt-4 text-lead text-soft">Här slutar gatan. Sidan finns inte, eller har fått en annan adress.</p>
      <div className="mt-8">
        <ButtonLink to={href('/')}>Till startsidan</ButtonLink>
      </div>
    </main>
  )
}
