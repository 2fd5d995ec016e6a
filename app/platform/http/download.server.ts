/** Streams a file while it is being read, so that a million lines are never in memory. Not cached anywhere. */
export function downloadOf(
  parts: AsyncGenerator<Uint8Array>,
  { fileName, type }: { fileName: string; type: string },
): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { value, done } = await parts.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
