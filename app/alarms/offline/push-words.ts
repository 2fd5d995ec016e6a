/**
 * What a push says on a locked screen. It carries its kind, where it leads, and perhaps words that fit a locked
 * screen: neither the push service nor somebody who looks over a shoulder learns who, what or where.
 */
export type PushPayload = { kind: string; path: string; title?: string; body?: string }

/** Two with the same `tag` are one notice: what is new about a page takes the place of what was. */
export type PushShown = { title: string; body: string; path: string; tag: string; insists: boolean }

/** `alarm` asks for somebody and stays until it is seen; `alarm-over` takes its place when nobody is needed. */
const words: Record<string, { title: string; body: string; insists?: true }> = {
  alarm: { title: 'Trygghetslarm', body: 'Någon behöver hjälp. Tryck för att se och ta larmet.', insists: true },
  'alarm-over': { title: 'Nytt om larmet', body: 'Tryck för att se vad som har hänt.' },
}
const plain = { title: 'Nytt i ditt kvarter', body: 'Tryck för att se.' }

/** An unknown kind is shown all the same: a browser that shows nothing loses its right to be pushed to. */
export function pushShown(payload: unknown): PushShown {
  const { kind, path, ...given } = readPayload(payload)
  const { title, body, insists = false } = { ...plain, ...words[kind], ...given } as (typeof words)[string]
  return { title, body, path, tag: path, insists }
}

function readPayload(payload: unknown): PushPayload {
  const given = typeof payload === 'object' && payload !== null ? (payload as Partial<Record<string, unknown>>) : {}
  const path = typeof given.path === 'string' && /^\/(?!\/)/.test(given.path) ? given.path : '/dashboard'
  const [kind, title, body] = [given.kind, given.title, given.body].map((text) =>
    typeof text === 'string' ? text : '',
  )
  return { kind: kind ?? '', path, ...(title ? { title } : {}), ...(body ? { body } : {}) }
}
