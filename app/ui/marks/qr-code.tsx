import type { QrPicture } from './qr-picture'

/** `label` says what the code leads to, and where the same is given as text. */
export function QrCode({ picture, label, className = '' }: { picture: QrPicture; label: string; className?: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${picture.size} ${picture.size}`}
      shapeRendering="crispEdges"
      className={`w-full max-w-60 rounded-control ${className}`}
    >
      {/* Black on white in both themes, since scanners need dark on light. */}
      <path d={`M0 0h${picture.size}v${picture.size}h-${picture.size}z`} fill="white" />
      <path d={picture.path} fill="black" />
    </svg>
  )
}
