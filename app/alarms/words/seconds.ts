/** Formats a duration for figures: "48 s", "2 min 5 s", "1 tim 10 min". */
export function inWords(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 ? `${hours} tim` : `${hours} tim ${minutes % 60} min`
}
