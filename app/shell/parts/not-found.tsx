import { WrongTurn } from '~/pictures/scenes'
import { ButtonLink } from '~/ui/form/button'

/** For an address that does not exist (404), or whose page has been removed (410). */
export function NotFound({ gone = false }: { gone?: boolean }) {
  return (
    <div className="page section grid items-center gap-x-20 gap-y-10 lg:grid-cols-2">
      <div>
        <p className="font-semibold text-lamp-ink">{gone ? 410 : 404}</p>
        <h1 lang={gone ? 'sv' : 'en'} className="mt-2 text-display">
          {gone ? 'Finns inte längre' : 'Oops! Page not found'}
        </h1>
        <p className="mt-5 max-w-[40ch] text-lead text-soft">
          {gone
            ? 'Det som fanns här har tagits bort.'
            : 'Här tar gatan slut. Sidan du sökte finns inte, eller så har den flyttat.'}
        </p>
        <ButtonLink to="/" size="large" icon="home" className="mt-8">
          Gå hem
        </ButtonLink>
      </div>
      <WrongTurn className="max-w-none" />
    </div>
  )
}
