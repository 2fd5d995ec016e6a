/**
 * Timing attack: whether response times reveal if an address has an account. Wrong passwords and recovery requests for
 * existing and unknown addresses, in turn.
 */
export async function measureSameTime(origin) {
  const known = ['boende', 'admin', 'foretag', ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `foretag0${n}`)].map(
    (name) => `${name}@demo.example`,
  )
  const rows = []
  for (const [what, path, fields] of [
    ['log in with a wrong password', '/auth', { intent: 'login', password: 'fel-fel-fel' }],
    ['ask for recovery', '/auth/recover', {}],
  ]) {
    const times = { known: [], unknown: [] }
    for (const email of known) {
      times.known.push(await timeOf(origin + path, { ...fields, email }))
      times.unknown.push(await timeOf(origin + path, { ...fields, email: `ingen-${email}` }))
    }
    const row = { what, 'known (ms)': median(times.known), 'unknown (ms)': median(times.unknown) }
    rows.push({ ...row, ratio: Number((row['known (ms)'] / row['unknown (ms)']).toFixed(2)) })
  }
  return rows
}

async function timeOf(address, fields) {
  const began = performance.now()
  await (await fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })).text()
  return performance.now() - began
}

const median = (values) => Number([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)].toFixed(1))
