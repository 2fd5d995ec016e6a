// `npm run several`: runs the setup of deploy/several-machines on one computer, with its own files and without
// containers: three PostgreSQL with Patroni, etcd, HAProxy and two of the product. Typed commands kill the primary and
// so on.
import { createInterface } from 'node:readline'
import { createMachines } from './several/machines.mjs'
import { missing } from './several/prepare.mjs'

const lacks = missing()
if (lacks) {
  console.error(lacks)
  process.exit(1)
}
const began = Date.now()
const say = (text) => console.log(`  ${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`)
const machines = createMachines({ base: Number(process.env.PORT) || 4100, say })
let isOver = false
async function end(code) {
  if (isOver) return
  isOver = true
  // Waits for the end with the logs kept, since the message names where they are.
  await machines.end(code !== 0)
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0))

try {
  await machines.start()
} catch (error) {
  console.error(error.message)
  await end(1)
}
const { email, password } = machines.member
console.log(`
  Kvartera is open at ${machines.origin}, on two processes.
  Log in as ${email} with ${password}, and look at ${machines.origin}/dashboard/customer/safety

  kill   the primary and its Patroni die (kill -9)
  stop   they stand still, as a machine that hangs
  back   whoever was killed or stopped is back
  who    who is what
  end    everything stops and is thrown away
`)

const deeds = {
  kill: () => machines.hit('SIGKILL'),
  stop: () => machines.hit('SIGSTOP'),
  back: () => machines.back(),
  who: () => machines.who(),
  end: () => end(0),
}
for await (const line of createInterface({ input: process.stdin })) {
  const word = line.trim()
  if (!word) continue
  if (!deeds[word]) console.log(`  There is no ${word}: ${Object.keys(deeds).join(', ')}.`)
  else await deeds[word]()
}
// Without a terminal there is no input; it goes on until a signal.
