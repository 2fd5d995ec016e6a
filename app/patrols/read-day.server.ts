import { z } from 'zod'

/** Where the page before ended, as the address says; nonsense in it is the first page. */
export function readDay(request: Request): string | null {
  return z.iso.date().nullable().catch(null).parse(new URL(request.url).searchParams.get('before'))
}
