/** Calls `send` at once, at intervals, and when the browser comes online. Returns a function that stops it. */
export function sendAgain(send: () => Promise<void>, everyMs: number): () => void {
  void send()
  const timer = setInterval(send, everyMs)
  addEventListener('online', send)
  return () => {
    clearInterval(timer)
    removeEventListener('online', send)
  }
}
