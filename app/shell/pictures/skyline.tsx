/** The same street from far away, as the upper edge of the footer: roofs, trees and a few lights still on. */
export function Skyline() {
  return (
    <svg
      className="absolute inset-x-0 bottom-full h-12 w-full text-deep sm:h-16"
      viewBox="0 0 1600 64"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <path
        fill="currentColor"
        d="M0 65V48q60-6 110-6l12-30 12 30 10-22 10 22h60V24l24-18 24 18h8v-8h8v14l6 6v6h70q4-22 18-22t16 22h90V22l12-12h60l12 12v20h70l8-16 8 16 12-28 12 28h60V30l16-12 16 12v12h36V14l14-12 14 12v28h50V30l16-12 16 12v12h60q4-26 20-26t18 26h70V10h10V4h10v6h90V4h10v6h10v32h70l10-24 10 24h60V26l24-18 24 18v16h90l10-22 10 22 12-32 12 32q60 0 132 6v17z"
      />
      <path
        className="p-lit"
        d="M230 30h6v8h-6zM488 24h6v8h-6zM512 24h6v8h-6zM708 30h5v6h-5zM768 16a5 5 0 1 0 .1 0zM842 30h5v6h-5zM1042 18h6v8h-6zM1062 18h6v8h-6zM1102 30h6v8h-6zM1300 30h6v8h-6z"
      />
    </svg>
  )
}
