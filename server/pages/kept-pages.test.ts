import { expect, test } from 'vitest'
import { createKeptPages, isKept } from './kept-pages'

const at = (path: string, init?: RequestInit) => new Request(`https://kvartera.test${path}`, init)

test.each([
  ['a first visit', at('/'), true],
  ['somebody with a cookie', at('/', { headers: { cookie: 'notice=x' } }), false],
  ['a question in the address', at('/auth?redirectTo=/dashboard'), false],
  ['a form', at('/', { method: 'POST' }), false],
  ['a page of the database', at('/companies'), false],
])('%s: %s', (_, request, kept) => {
  expect(isKept(request)).toBe(kept)
})

test('a page is rendered once, and each visit has its own nonce and id', async () => {
  const keptPage = createKeptPages()
  let rendered = 0
  const visit = async (nonce: string, requestId: string) => {
    const answer = await keptPage(at('/'), { nonce, requestId }, async (marks) => {
      rendered++
      return new Response(`<script nonce="${marks.nonce}"></script><input value="${marks.requestId}">`)
    })
    return answer.text()
  }
  const pages = await Promise.all([visit('n1', 'id1'), visit('n2', 'id2')])
  expect(pages).toEqual([
    '<script nonce="n1"></script><input value="id1">',
    '<script nonce="n2"></script><input value="id2">',
  ])
  expect(rendered).toBe(1)
})

test('a page that could not be rendered is tried anew, and is nobody’s answer', async () => {
  const keptPage = createKeptPages()
  const marks = { nonce: 'n', requestId: 'id' }
  await expect(keptPage(at('/'), marks, async () => new Response('', { status: 500 }))).rejects.toThrow('500')
  const answer = await keptPage(at('/'), marks, async () => new Response('hej'))
  expect(await answer.text()).toBe('hej')
})
