const patienceMs = 5_000

/** Whether our server answers just now and can read its data. The JSON check rules out a captive portal. */
export async function isServerThere(): Promise<boolean> {
  try {
    const answer = await fetch('/halsa/redo', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    return answer.ok && ((await answer.json()) as { ready?: boolean }).ready === true
  } catch {
    return false
  }
}
