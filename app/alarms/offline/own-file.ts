import { inTime } from '~/platform/time-limit'

/** A line that says nothing is no reason to look at an empty page: what is waited for here draws it. */
const longestWait = 1_000

type Ways = { fetched(): Promise<Response>; kept(): Promise<Response | undefined> }

/**
 * A file of the page without a line, for whoever asks: the server's while it answers, since the page may be the server's too, and the one
 * that is kept otherwise. For a page that was kept itself it is the one that was kept with it, and the line is not asked again.
 */
export async function ownFile({ fetched, kept }: Ways, isForKeptPage: boolean): Promise<Response> {
  const own = isForKeptPage ? await kept() : undefined
  if (own) return own
  const answer = fetched()
  return inTime(answer, longestWait).catch(async () => (await kept()) ?? answer)
}
