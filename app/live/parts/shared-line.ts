/**
 * One EventSource for all tabs of a browser. Browsers open at most six connections to a site, so the tab that holds a
 * Web Lock keeps the stream and passes events to the others by BroadcastChannel.
 */
export type Line<Heard> = {
  /** The name of the lock and the channel that the tabs share. */
  name: string
  address: string
  /** Parsers for the named events. */
  events: Record<string, (data: string) => Heard>
  /** Emitted when the stream opens: events before that may have been missed. */
  opened: Heard
  /** Emitted when the stream breaks, if wanted. */
  lost?: Heard
}

type Listen<Heard> = (onHeard: (heard: Heard) => void) => () => void

/** Returns a subscribe function, which returns its unsubscribe. The stream is open while there are subscribers. */
export function sharedLine<Heard>(line: Line<Heard>): Listen<Heard> {
  const listeners = new Set<(heard: Heard) => void>()
  let hangUp: (() => void) | null = null
  return (onHeard) => {
    listeners.add(onHeard)
    hangUp ??= pickUp(line, (heard) => {
      for (const each of listeners) each(heard)
    })
    return () => {
      listeners.delete(onHeard)
      if (listeners.size > 0) return
      hangUp?.()
      hangUp = null
    }
  }
}

function pickUp<Heard>(line: Line<Heard>, pass: (heard: Heard) => void): () => void {
  const ended = new AbortController()
  const tabs = new BroadcastChannel(line.name)
  tabs.onmessage = ({ data }: MessageEvent<Heard>) => pass(data)

  const hold = () =>
    holdLine(line, ended.signal, (heard) => {
      pass(heard)
      tabs.postMessage(heard)
    })
  // Web Locks exist only over HTTPS and on localhost; elsewhere each tab has its own stream.
  if ('locks' in navigator) {
    navigator.locks.request(line.name, { signal: ended.signal }, hold).catch(() => {})
  } else {
    void hold()
  }
  return () => {
    ended.abort()
    tabs.close()
  }
}

/** Keeps the stream open until aborted. The browser reconnects by itself after a break. */
function holdLine<Heard>(line: Line<Heard>, signal: AbortSignal, hear: (heard: Heard) => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    let source: EventSource
    let again: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      source = new EventSource(line.address)
      source.onopen = () => hear(line.opened)
      for (const [name, read] of Object.entries(line.events)) {
        source.addEventListener(name, ({ data }: MessageEvent<string>) => hear(read(data)))
      }
      // An EventSource does not reconnect after an answer that is not a stream, as a restarting server gives: open a
      // new one.
      source.onerror = () => {
        if (line.lost !== undefined) hear(line.lost)
        if (source.readyState === EventSource.CLOSED) again = setTimeout(open, 5_000)
      }
    }
    open()
    signal.addEventListener('abort', () => {
      clearTimeout(again)
      source.close()
      resolve()
    })
  })
}
