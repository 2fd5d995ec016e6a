import { data } from 'react-router'
import { typedValues } from '~/shared/form'

/** The forms that a page has, by the word each of them sends; a page with one form alone needs no word for it. */
export type FormNames = readonly string[] | Readonly<Record<string, unknown>>

const onlyForm: FormNames = []
const readable = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/**
 * What a form of ours sent. A body that is none, or the word of a form that the page does not have, is a request that
 * no page of ours makes: 400, and nothing is looked up by it, here or anywhere behind this door.
 */
export async function readForm(request: Request, names: FormNames = onlyForm): Promise<Record<string, string>> {
  return typedValues(await readFormData(request, names))
}

/** The same, for a page that is sent files, or a field more than once. */
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
