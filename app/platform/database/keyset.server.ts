import { anId } from '~/shared/id'

/** Where the page before ended, as the address says; nonsense in it is the first page. */
export function readCursor(request: Request): string | null {
  return anId().nullable().catch(null).parse(new URL(request.url).searchParams.get('before'))
}

/** Of rows read with one more than a page shows: the page, and where the next one begins if there is one. */
export function pageOf<Row extends { id: string }>(rows: readonly Row[], size: number) {
  const shown = rows.slice(0, size)
  return { shown, next: rows.length > size ? shown.at(-1)?.id : undefined }
}
