import { expect, test } from 'vitest'
import { readForm, readFormData } from './read-form.server'

const urlencoded = 'application/x-www-form-urlencoded'
const sent = (body: string, type = urlencoded) =>
  new Request('http://kvartera.test/', {
    method: 'POST',
    body: new TextEncoder().encode(body),
    headers: { 'content-type': type },
  })
const refused = (status: number) => expect.objectContaining({ init: expect.objectContaining({ status }) })

test('reads a form without an intent, and returns 400 for an unexpected one', async () => {
  expect(await readForm(sent('name=Eva&note='))).toEqual({ name: 'Eva', note: '' })
  expect(await readForm(sent('name=Eva', `${urlencoded.toUpperCase()}; charset=utf-8`))).toEqual({ name: 'Eva' })
  await expect(readForm(sent('intent=save'))).rejects.toEqual(refused(400))
})

test.each([[['save', 'remove']], [{ save: 1, remove: 2 }]])(
  'requires exactly one known intent when there are several (%j)',
  async (names) => {
    expect(await readForm(sent('intent=remove&id=1'), names)).toEqual({ intent: 'remove', id: '1' })
    for (const body of [
      'id=1',
      'intent=',
      'intent=else',
      'intent=save&intent=remove',
      'intent=constructor',
      'intent=__proto__',
      'intent=length',
      'intent=0',
    ])
      await expect(readForm(sent(body), names), body).rejects.toEqual(refused(400))
  },
)

test.each(['application/json', 'text/plain', 'multipart/form-data2', 'x-multipart/form-data'])(
  'returns 415 for the content type %s',
  async (type) => {
    await expect(readForm(sent('{}', type))).rejects.toEqual(refused(415))
  },
)

test('returns 400 for a body that does not match its content type, or has none', async () => {
  await expect(readForm(sent('x', 'multipart/form-data; boundary=y'))).rejects.toEqual(refused(400))
  const silent = new Request('http://kvartera.test/', { method: 'POST', body: new Uint8Array([1, 2]) })
  await expect(readForm(silent)).rejects.toEqual(refused(400))
})

test('readFormData() keeps every value of a repeated field', async () => {
  expect((await readFormData(sent('intent=save&day=1&day=2'), ['save'])).getAll('day')).toEqual(['1', '2'])
})
