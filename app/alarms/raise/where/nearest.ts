type Place = { latitude: number | null; longitude: number | null }

const earthRadiusKm = 6_371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance. */
export function kilometresBetween(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const north = radians(b.latitude - a.latitude)
  const east = radians(b.longitude - a.longitude)
  const chord =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Sorts by distance, nearest first. Those without a known position come last, in their original order. */
export function nearestFirst<Someone extends Place>(people: readonly Someone[], from: Place | null): Someone[] {
  const { latitude, longitude } = from ?? { latitude: null, longitude: null }
  if (latitude === null || longitude === null) return [...people]
  const far = (one: Someone) =>
    one.latitude === null || one.longitude === null
      ? Number.POSITIVE_INFINITY
      : kilometresBetween({ latitude, longitude }, { latitude: one.latitude, longitude: one.longitude })
  return people
    .map((one) => ({ one, km: far(one) }))
    .sort((a, b) => (a.km === b.km ? 0 : a.km - b.km))
    .map(({ one }) => one)
}
