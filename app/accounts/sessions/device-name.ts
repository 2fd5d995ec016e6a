/** First match wins: most browsers also claim to be the ones they came after. */
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

/** "Safari på iPhone": enough to know one's own devices by. It is a claim of theirs, so nothing hangs on it. */
export function deviceName(userAgent: string | null): string {
  const browser = firstMatch(browsers, userAgent)
  const system = firstMatch(systems, userAgent)
  if (browser && system) return `${browser} på ${system}`
  return browser ?? system ?? 'Okänd enhet'
}

function firstMatch(names: [RegExp, string][], text: string | null): string | undefined {
  return names.find(([pattern]) => text && pattern.test(text))?.[1]
}
