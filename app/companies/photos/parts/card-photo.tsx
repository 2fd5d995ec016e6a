import { cardSize, type CardPhoto as Photo } from '../photo'

/** A photo in a list or a card. Its space is reserved while it loads; without a photo nothing is rendered. */
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
