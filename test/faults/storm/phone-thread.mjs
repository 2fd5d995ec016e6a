// The simulated phones run in a worker thread, so that their load does not delay the simulated provider and the checks.
import http from 'node:http'
import { parentPort } from 'node:worker_threads'

const agent = new http.Agent({ keepAlive: true })

parentPort.on('message', ({ id, url, headers, form, patienceMs, hangsUp }) => {
  let isOver = false
  const answer = (status, text) => {
    if (!isOver) parentPort.postMessage({ id, status, text })
    isOver = true
  }
  const body = new URLSearchParams(form).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }
  const asked = http.request(url, { method: 'POST', agent, headers: { ...headers, ...type } }, (given) => {
    let text = ''
    given.setEncoding('utf8')
    given.on('data', (part) => {
      text += part
    })
    given.on('end', () => {
      clearTimeout(patience)
      answer(given.statusCode, text)
    })
    given.on('error', () => answer(null, ''))
  })
  asked.on('error', () => answer(null, ''))
  const patience = setTimeout(() => {
    answer(null, '')
    if (hangsUp) asked.destroy()
  }, patienceMs)
  asked.end(body)
})
