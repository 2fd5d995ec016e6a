import { inTime } from '~/platform/time-limit'

/** Timeout of the network before the cached file is used: the file draws the page, which stays blank until then. */
const longestWait = 1_000

type Ways = { fetched(): Promise<Response>; kept(): Promise<Response | undefined> }

/**
 * Serves a file of the offline page. Network first, with the cached copy as fallback, since the page may be the
 * server's own fault page. A page that came from the cache gets the cached files of the same version, without asking
 * the network.
 */
export async function ownFile({ fetched, kept }: Ways, isForKeptPage: boolean): Promise<Response> {
  const own = isForKeptPage ? await kept() : undefined
  if (own) return own
  const answer = fetched()
  return inTime(answer, longestWait).catch(async () => (await kept()) ?? answer)
}
