/* The hours of patrol as a house: a column of windows per day, a row per hour, lit where a guard is out. Decoration:
   the text beside it says the same. */
const days = ['Mån', 'Tis', 'Ons', 'Tor', 'Fre', 'Lör', 'Sön']
const FIRST_HOUR = 14
const LAST_HOUR = 22

function windows(shown: (day: number, hour: number) => boolean): string {
  let path = ''
  for (let hour = FIRST_HOUR; hour < LAST_HOUR; hour++) {
    for (let day = 0; day < days.length; day++) {
      if (shown(day, hour)) path += `M${44 + day * 44} ${8 + (hour - FIRST_HOUR) * 24}h32v16h-32z`
    }
  }
  return path
}

const guarded = (day: number, hour: number) => hour >= (day >= 5 ? 14 : 18)
const litWindows = windows(guarded)
const darkWindows = windows((day, hour) => !guarded(day, hour))

export function PatrolWeek({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 348 228" className={className} aria-hidden="true">
      <path fill="currentColor" opacity=".1" d={darkWindows} />
      <path className="p-lit" d={litWindows} />
      <g fill="currentColor" fontSize="16" opacity=".85">
        <g textAnchor="end">
          <text x="34" y="21">
            14
          </text>
          <text x="34" y="117">
            18
          </text>
          <text x="34" y="200">
            22
          </text>
        </g>
        <g textAnchor="middle">
          {days.map((day, index) => (
            <text key={day} x={60 + index * 44} y="222">
              {day}
            </text>
          ))}
        </g>
      </g>
    </svg>
  )
}
