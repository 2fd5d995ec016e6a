import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/** The bare peer: writes each posted text to every open connection. */
const lines = new Set()

createServer(async (request, response) => {
  if (request.method === 'POST') {
    const said = await text(request)
    for (const line of lines) line.write(said)
    return response.end()
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders()
  lines.add(response)
  response.once('close', () => lines.delete(response))
}).listen(0, '127.0.0.1', function listening() {
  process.send(this.address().port)
})
