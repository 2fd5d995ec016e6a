import type { QrPicture } from './qr-picture'

/** `label` says what scanning it leads to, and where the same thing stands as text. */
export function QrCode({ picture, label, className = '' }: { picture: QrPicture; label: string; className?: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${picture.size} ${picture.size}`}
      shapeRendering="crispEdges"
      className={`w-full max-w-60 rounded-control ${className}`}
    >
      {/* Scanners want dark on light, whatever the page wears. */}
      <path d={`M0 0h${picture.size}v${picture.size}h-${picture.size}z`} fill="white" />
      <path d={picture.path} fill="black" />
    </svg>
  )
}
