/**
 * Payload of a push: its kind, the path to open, and optionally words fit for a locked screen. Neither the push service
 * nor a bystander learns who, what or where.
 */
export type PushPayload = { kind: string; path: string; title?: string; body?: string }

/** Notifications with the same `tag` replace each other: newer news about a page replaces older. */
export type PushShown = { title: string; body: string; path: string; tag: string; insists: boolean }

/** `alarm` calls for help and stays until dismissed; `alarm-over` replaces it when nobody is needed. */
const words: Record<string, { title: string; body: string; insists?: true }> = {
  alarm: { title: 'Trygghetslarm', body: 'Någon behöver hjälp. Tryck för att se och ta larmet.', insists: true },
  'alarm-over': { title: 'Nytt om larmet', body: 'Tryck för att se vad som har hänt.' },
}
const plain = { title: 'Nytt i ditt kvarter', body: 'Tryck för att se.' }

/** An unknown kind is shown too: a browser revokes push permission if a push shows nothing. */
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
