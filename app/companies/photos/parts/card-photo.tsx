import { cardSize, type CardPhoto as Photo } from '../photo'

/** A picture in a list or a card. Its place is kept while it loads, and nothing stands there without one. */
export function CardPhoto({ photo, className = '' }: { photo: Photo | null; className?: string }) {
  if (!photo) return null
  return (
    <img
      src={photo.url}
      alt={photo.alt}
      data-photo
      {...cardSize}
      loading="lazy"
      decoding="async"
      className={`aspect-[4/3] h-auto w-full rounded-control bg-mist object-cover ${className}`}
    />
  )
}
