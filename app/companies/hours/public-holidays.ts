/**
 * Sweden's public holidays (lagen 1989:253 om allmänna helgdagar), and the eves when most companies close. Computed:
 * Easter by the ecclesiastical calendar, midsummer and All Saints as the Saturdays of their weeks.
 */
export type Holiday = { day: string; name: string }

export function holidaysOf(year: number): Holiday[] {
  const easter = easterOf(year)
  const midsummer = saturdayFrom(year, 6, 20)
  const on = (month: number, day: number) => Temporal.PlainDate.from({ year, month, day })
  const named: [Temporal.PlainDate, string][] = [
    [on(1, 1), 'Nyårsdagen'],
    [on(1, 6), 'Trettondedag jul'],
    [easter.subtract({ days: 2 }), 'Långfredagen'],
    [easter, 'Påskdagen'],
    [easter.add({ days: 1 }), 'Annandag påsk'],
    [on(5, 1), 'Första maj'],
    [easter.add({ days: 39 }), 'Kristi himmelsfärdsdag'],
    [easter.add({ days: 49 }), 'Pingstdagen'],
    [on(6, 6), 'Sveriges nationaldag'],
    [midsummer.subtract({ days: 1 }), 'Midsommarafton'],
    [midsummer, 'Midsommardagen'],
    [saturdayFrom(year, 10, 31), 'Alla helgons dag'],
    [on(12, 24), 'Julafton'],
    [on(12, 25), 'Juldagen'],
    [on(12, 26), 'Annandag jul'],
    [on(12, 31), 'Nyårsafton'],
  ]
  return named
    .toSorted(([a], [b]) => Temporal.PlainDate.compare(a, b))
    .map(([date, name]) => ({ day: date.toString(), name }))
}

/** The holidays of the year that begins today. */
export function holidaysFrom(today: string): Holiday[] {
  const last = Temporal.PlainDate.from(today).add({ years: 1 }).toString()
  const { year } = Temporal.PlainDate.from(today)
  return [...holidaysOf(year), ...holidaysOf(year + 1)].filter(({ day }) => day >= today && day < last)
}

function saturdayFrom(year: number, month: number, day: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month, day })
  return first.add({ days: (6 - first.dayOfWeek + 7) % 7 })
}

/** Easter Sunday in the Gregorian calendar (algorithm of Meeus, Jones and Butcher). */
function easterOf(year: number): Temporal.PlainDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * sunday) / 451)
  const place = moon + sunday - 7 * late + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(place / 31), day: (place % 31) + 1 })
}
