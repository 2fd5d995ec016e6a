import { data } from 'react-router'
import { typedValues } from '~/shared/form'

/** The forms of a page, by the `intent` value each one sends. A page with a single form needs none. */
export type FormNames = readonly string[] | Readonly<Record<string, unknown>>

const onlyForm: FormNames = []
const readable = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/**
 * The fields of a posted form. A body that is not a form, or an `intent` that the page does not have, is not from a
 * page of ours: it is refused (400 or 415) before anything uses it.
 */
export async function readForm(request: Request, names: FormNames = onlyForm): Promise<Record<string, string>> {
  return typedValues(await readFormData(request, names))
}

/** Like `readForm`, for forms with files or repeated fields. */
export async function readFormData(request: Request, names: FormNames = onlyForm): Promise<FormData> {
  const type = request.headers.get('content-type')
  if (type !== null && !readable.test(type)) throw data(null, 415)
  const form = await request.formData().catch(() => {
    throw data(null, 400)
  })
  const known = isList(names) ? names : Object.keys(names)
  const sent = form.getAll('intent')
  const isOurs = sent.length === 0 ? known.length === 0 : sent.length === 1 && known.some((name) => name === sent[0])
  if (!isOurs) throw data(null, 400)
  return form
}

const isList = (names: FormNames): names is readonly string[] => Array.isArray(names)
