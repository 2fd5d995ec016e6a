/** The street from far away, as the upper edge of the footer: roofs, trees and a few lights. */
export function Skyline() {
  return (
    <svg
      className="absolute inset-x-0 bottom-full h-11 w-full text-deep sm:h-20"
      viewBox="0 0 1600 80"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <path
        fill="currentColor"
        d="M0 81v-9q300-8 800-8t800 8v9zM60 70V38l34-24 34 24h4V16h12v30l10 8v16zM196 70V50h-2a16 22 0 1 1 8 0v20zM300 70V34l14-14h16v-8h12v8h84v-8h12v8h4l14 14v36zM560 70l16-46 16 46zM590 70l12-32 12 32zM690 70V44l24-18 24 18h42v26zM818 70V22l26-18 26 18v48zM930 70V44h34l24-18 24 18v26zM1062 70V50h-2a15 21 0 1 1 8 0v20zM1160 70V32l16-16h20V6h12v10h100V6h12v10h10l16 16v38zM1410 70l16-48 16 48zM1500 70V40l32-22 32 22v30z"
      />
      <path
        className="p-lit"
        d="M82 42h8v10h-8zM98 42h8v10h-8zM320 42h8v10h-8zM386 42h8v10h-8zM408 42h8v10h-8zM710 40h7v8h-7zM752 50h6v8h-6zM844 18a9 9 0 1 0 .1 0zM984 40h7v8h-7zM1184 38h8v10h-8zM1206 38h8v10h-8zM1288 38h8v10h-8zM1250 52h8v18h-8zM1528 40h8v10h-8z"
      />
    </svg>
  )
}
