import { expect, test } from 'vitest'
import { readSources } from './sources'

/** What the page about privacy says of the cookies that each file sets. */
const words: Record<string, RegExp> = {
  'app/accounts/login/known-browser.server.ts': /i 400 dagar att någon har loggat in i webbläsaren/,
  'app/accounts/passkeys/challenge.server.ts': /Loggar du in med en passnyckel/,
  'app/guards/link/guard-cookie.server.ts': /Väktare: en håller telefonen inloggad/,
  'app/platform/auth/auth.server.ts': /håller dig inloggad/,
  'app/platform/http/notice.server.ts': /minns en notis till nästa sida/,
  'app/ui/improve/folding.ts': /om du har fällt ihop menyn/,
}

const setsCookie = /= ownCookie\(|export const sessionCookie|^\s*ownCookie\(|const cookie = `|document\.cookie = /m

test('the page about privacy lists every cookie that is set', () => {
  const sources = readSources(['app', 'server'], /\.tsx?$/).filter(({ path }) => !/\.test\.tsx?$/.test(path))
  expect(sources.filter(({ text }) => setsCookie.test(text)).map(({ path }) => path)).toEqual(Object.keys(words))
  const page = sources.find(({ path }) => path === 'app/shell/pages/privacy.tsx')?.text.replace(/\s+/g, ' ') ?? ''
  for (const [path, said] of Object.entries(words)) expect(page, path).toMatch(said)
})
