/** The WCAG contrast ratio of two colours given as "#rrggbb": from 1 (none) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The result of `color-mix(in srgb, one part%, other)`. */
export function mix(one: string, part: number, other: string): string {
  const others = channels(other)
  const mixed = channels(one).map((channel, index) => (channel * part + (others[index] ?? 0) * (100 - part)) / 100)
  return `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channels(colour: string): number[] {
  const digits = /^#([0-9a-f]{6})$/i.exec(colour)?.[1]
  if (!digits) throw new Error(`Not a colour of six digits: ${colour}`)
  return [0, 2, 4].map((start) => Number.parseInt(digits.slice(start, start + 2), 16))
}
