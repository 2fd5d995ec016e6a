import { href, Link } from 'react-router'
import { MapPicture } from '~/postcodes/public'
import { ButtonLink } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import type { AlarmMap } from '../alarm-map'

/** The alarm's map, with the same content in words beside it. */
export function AlarmMapShown({
  map: { drawn, where, known, people, walkers, about, loadFor, ways },
}: {
  map: AlarmMap
}) {
  return (
    <section aria-label="Karta" className="grid grid-cols-1 gap-4">
      <MapPicture map={drawn} />
      <div className="grid grid-cols-1 gap-1">
        <p className="flex items-start gap-3 font-semibold">
          <Icon name="map-pin" className="mt-[0.2em] text-alarm-text" />
          {where ?? 'Vi känner inte till något runt platsen.'}
        </p>
        <p className="text-soft">{known}</p>
      </div>
      {people.length + walkers.length > 0 ? (
        <ul className="grid grid-cols-1 gap-2">
          {people.map(({ sign, words }) => (
            <li key={sign} className="flex items-start gap-3">
              <span className="tabular grid size-7 flex-none place-content-center rounded-full bg-spruce font-semibold text-on-spruce text-small print:border print:border-ink">
                {sign}
              </span>
              <span>{words}</span>
            </li>
          ))}
          {walkers.map((words) => (
            <li key={words} className="flex items-start gap-3">
              <Icon name="lamp" className="mx-1 mt-[0.2em]" />
              <span>{words}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-soft">Ingen väktare i närheten delar sin plats.</p>
      )}
      <div className="grid grid-cols-1 gap-3 print:hidden">
        <ButtonLink to={ways.phone} icon="external" className="w-full">
          Öppna i telefonens karta
        </ButtonLink>
        {ways.web ? (
          <p className="text-small text-soft">
            Händer inget?{' '}
            <a href={ways.web.address} target="_blank" rel="noreferrer" className="link wrap-anywhere">
              Öppna {ways.web.host}
            </a>
            . Då får de veta platsen, men inget om larmet.
          </p>
        ) : null}
      </div>
      <p className="text-small text-soft">
        Norr är uppåt. {about.join(' ')}
        {loadFor ? (
          <>
            {' '}
            <Link to={`${href('/dashboard/admin/postcodes/:code/map', { code: loadFor })}#fil`}>Lägg in områden</Link>.
          </>
        ) : null}
      </p>
    </section>
  )
}
