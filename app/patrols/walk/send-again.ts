/** Sends at once, every so often, and as soon as there is a line again. Returns how to stop. */
export function sendAgain(send: () => Promise<void>, everyMs: number): () => void {
  void send()
  const timer = setInterval(send, everyMs)
  addEventListener('online', send)
  return () => {
    clearInterval(timer)
    removeEventListener('online', send)
  }
}
