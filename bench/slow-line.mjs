import { createServer, connect as dial } from 'node:net'

/** What Lighthouse calls slow 4G: there and back in 150 ms, and 1.6 Mbit a second for all connections together. */
const oneWayMs = 75
const bytesPerMs = 200

/**
 * A slow line to a product on this machine: the same bytes, later. A new connection costs its greeting, there and back, and what goes down
 * shares one rate. It does not begin slowly as TCP does, so a page of many packets is a round trip earlier here than on a true line.
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

/** In the order in which they came, each piece at its time. */
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
