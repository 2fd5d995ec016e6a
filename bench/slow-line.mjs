import { createServer, connect as dial } from 'node:net'

/** Lighthouse's slow 4G: a round trip of 150 ms, and 1.6 Mbit/s for all connections together. */
const oneWayMs = 75
const bytesPerMs = 200

/**
 * A TCP proxy that simulates a slow line: the same bytes, later. A new connection costs a round trip, and all downloads
 * share one rate. TCP slow start is not simulated, so a page of many packets arrives a round trip earlier than on a
 * real line.
 */
export async function openSlowLine(origin) {
  const { port, hostname } = new URL(origin)
  let freeAt = 0
  const server = createServer((near) => {
    const far = dial(Number(port), hostname)
    const opened = performance.now() + 2 * oneWayMs
    pass(near, far, () => Math.max(performance.now(), opened) + oneWayMs)
    pass(far, near, (bytes) => {
      freeAt = Math.max(freeAt, performance.now()) + bytes / bytesPerMs
      return freeAt + oneWayMs
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Forwards each chunk at its due time, in order. */
function pass(from, to, arrives) {
  let before = Promise.resolve()
  const inOrder = (at, deed) => {
    before = before
      .then(() => new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now()))))
      .then(deed)
  }
  from.on('data', (piece) => inOrder(arrives(piece.length), () => to.writable && to.write(piece)))
  from.on('end', () => inOrder(0, () => to.end()))
  from.on('error', () => to.destroy())
}
