import { redirect } from 'react-router'
import { z } from 'zod'
import { ownCookie } from './cookie.server'
import { leave } from './leave.server'

const noticeForm = z.object({
  tone: z.enum(['normal', 'destructive']),
  title: z.string().max(200),
  message: z.string().max(500).optional(),
})

/** A flash message for the next page that the person sees. Only one at a time. */
export type Notice = z.infer<typeof noticeForm>

/** A minute is plenty, as the notice lives for one page view. React escapes its text. */
const noticeCookie = ownCookie('notice', { maxAge: 60 })

export async function redirectWithNotice(to: string, notice: Notice, cookies: string[] = []) {
  return redirect(to, { headers: await headersWith(notice, cookies) })
}

/** Like `redirectWithNotice`, after the end of a session. */
export async function leaveWithNotice(to: string, notice: Notice, cookies: string[] = []) {
  return leave(to, await headersWith(notice, cookies))
}

async function headersWith(notice: Notice, cookies: string[]): Promise<Headers> {
  const headers = new Headers(cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]))
  headers.append('Set-Cookie', await noticeCookie.serialize(notice))
  return headers
}

/** The pending notice, and the cookie that deletes it. */
export async function takeNotice(request: Request): Promise<{ notice: Notice; cookie: string } | null> {
  const read = noticeForm.safeParse(await noticeCookie.parse(request.headers.get('Cookie')))
  if (!read.success) return null
  return { notice: read.data, cookie: await noticeCookie.serialize('', { maxAge: 0 }) }
}

/** A redirect that carries cookies, such as those of a new session. */
export function redirectWithCookies(to: string, cookies: string[]) {
  return redirect(to, { headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]) })
}
