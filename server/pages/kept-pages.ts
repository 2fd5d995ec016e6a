/**
 * Pages that read the same for everyone who is not logged in are rendered once and kept. Only two things
 * in them are new for each visit, the nonce and the request's id; they are rendered as stand-ins and
 * replaced as the page is sent.
 */
const keptPaths = new Set(['/', '/auth', '/vad-konceptet-sparar', '/villkor', '/integritet'])

/** Long and odd enough that no text of ours holds them. */
const standIn = { nonce: 'kvarteraStandInNonce00==', requestId: '00000000-0000-4000-8000-57a4d1000000' } as const

/** A handful of pages under one address; the demo's loopback names could be asked for with any port. */
const mostKept = 50

export type VisitMarks = { nonce: string; requestId: string }

export function isKept(request: Request): boolean {
  const { pathname, search } = new URL(request.url)
  // A cookie may be a session or a notice: that page is somebody's own.
  return request.method === 'GET' && search === '' && keptPaths.has(pathname) && !request.headers.has('cookie')
}

export function createKeptPages() {
  const kept = new Map<string, Promise<string>>()
  return async function answer(request: Request, marks: VisitMarks, render: (marks: VisitMarks) => Promise<Response>) {
    // The address is in the page, and the demo answers to more than one.
    const found = kept.get(request.url) ?? render(standIn).then(wholePage)
    if (kept.size >= mostKept) kept.clear()
    kept.set(request.url, found)
    // A page that could not be rendered is tried anew at the next visit.
    found.catch(() => kept.delete(request.url))
    const page = (await found).replaceAll(standIn.nonce, marks.nonce).replaceAll(standIn.requestId, marks.requestId)
    return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  }
}

async function wholePage(response: Response): Promise<string> {
  if (response.status !== 200) throw new Error(`A kept page answered ${response.status}.`)
  return response.text()
}
