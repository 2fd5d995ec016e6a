import { spawn } from 'node:child_process'
import { Agent, get } from 'node:http'

const connections = 16
const seconds = 4
const rounds = 3

/** The product and a server that only sends the same bytes, in turn, so that a slow minute affects both. */
export async function measureThroughput(origin) {
  const rows = []
  const [, profile] = (await (await fetch(`${origin}/companies`)).text()).match(/href="(\/company\/[^"]+)"/)
  const written = ['/', '/auth', '/vad-konceptet-sparar']
  const ofTheDatabase = ['/companies', profile, '/security', '/svarstider/12540']
  for (const path of [...written, ...ofTheDatabase]) {
    // Requested once in advance: the first visit after a start is not measured.
    await bodyOf(origin + path)
    const peer = await startPeer(await bodyOf(origin + path))
    const ours = []
    const bare = []
    for (let round = 0; round < rounds; round++) {
      ours.push(await perSecond(origin + path))
      bare.push(await perSecond(peer.address))
    }
    peer.stop()
    const row = { path: path.replace(profile, '/company/:id'), ours: median(ours), 'bare node:http': median(bare) }
    rows.push({ ...row, ratio: Number((row.ours / row['bare node:http']).toFixed(3)) })
  }
  return rows
}

/** The peer, in a process of its own like the product. Sends the same bytes, compressed once. */
async function startPeer(body) {
  const code = `
    const body = Buffer.from(process.env.BODY, 'base64')
    require('node:http').createServer((request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.setHeader('Content-Encoding', 'br')
      response.end(body)
    }).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`
  const child = spawn(process.execPath, ['-e', code], {
    env: { BODY: body.toString('base64') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(Number(chunk))))
  return { address: `http://127.0.0.1:${port}/`, stop: () => child.kill() }
}

async function perSecond(address) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + seconds * 1000
  let answered = 0
  const visit = async () => {
    while (performance.now() < end) {
      await fetchOnce(address, agent)
      answered++
    }
  }
  await Promise.all(Array.from({ length: connections }, visit))
  agent.destroy()
  return Math.round(answered / seconds)
}

function fetchOnce(address, agent) {
  return new Promise((resolve, reject) => {
    get(address, { agent, headers: { 'Accept-Encoding': 'br' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}`))
      answer.resume().once('end', resolve)
    }).once('error', reject)
  })
}

function bodyOf(address) {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': 'br' } }, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part)).once('end', () => resolve(Buffer.concat(parts)))
    }).once('error', reject)
  })
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
