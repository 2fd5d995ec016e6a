import { photoSize } from '../photo'
import type { PhotoRow } from '../photo-store.server'
import { CardPhoto } from './card-photo'

/** A company's photos on its page: the first one large, the others around it. */
export function PhotoWall({ photos }: { photos: readonly PhotoRow[] }) {
  const [first, ...others] = photos
  if (!first) return null
  return (
    <section aria-labelledby="bilder" className="mt-14">
      <h2 id="bilder" className="text-h2">
        Bilder
      </h2>
      <ul className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-4">
        <li className="col-span-2 sm:row-span-2">
          <img
            src={first.url}
            alt={first.alt}
            {...photoSize}
            loading="lazy"
            decoding="async"
            className="aspect-[4/3] h-auto w-full rounded-control bg-mist object-cover"
          />
        </li>
        {others.map(({ id, cardUrl, alt }) => (
          <li key={id}>
            <CardPhoto photo={{ url: cardUrl, alt }} />
          </li>
        ))}
      </ul>
    </section>
  )
}
