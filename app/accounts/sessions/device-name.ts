/** The first match wins: most user agents also name the browsers they descend from. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b.*\bMobile\b/, 'Androidtelefon'],
  [/\bAndroid\b/, 'Androidplatta'],
  [/\bWindows\b/, 'Windowsdator'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linuxdator'],
]

/** "Safari på iPhone", to recognise one's own devices. The user agent is unverified, so nothing may depend on it. */
export function deviceName(userAgent: string | null): string {
  const browser = firstMatch(browsers, userAgent)
  const system = firstMatch(systems, userAgent)
  if (browser && system) return `${browser} på ${system}`
  return browser ?? system ?? 'Okänd enhet'
}

function firstMatch(names: [RegExp, string][], text: string | null): string | undefined {
  return names.find(([pattern]) => text && pattern.test(text))?.[1]
}
