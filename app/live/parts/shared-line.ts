/**
 * A browser's one line to an address of the server that goes on talking. Browsers open six connections to a
 * site at most, so of all tabs one holds the line (whoever holds the lock) and passes on what it hears.
 */
export type Line<Heard> = {
  /** Tabs know each other's line by it. */
  name: string
  address: string
  /** What each named event means. */
  events: Record<string, (data: string) => Heard>
  /** Heard when the line stands: whatever was said before was not heard. */
  opened: Heard
  /** Heard when it is cut, if anybody wants to know. */
  lost?: Heard
}

type Listen<Heard> = (onHeard: (heard: Heard) => void) => () => void

/** Returns how to listen, which returns how to stop. The line is open as long as somebody listens. */
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
  // Only pages over HTTPS (and on this machine) have locks; elsewhere each tab has a line of its own.
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

/** Holds until it is told to stop. The browser comes back by itself when the line is cut. */
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
      // An answer other than a stream ends an EventSource for good; a server that starts anew gives such answers.
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
