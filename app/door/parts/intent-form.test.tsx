import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { refused } from '~/shared/outcome'
import { type FormAnswer, IntentForm } from './intent-form'

/** The rows of a list, each with a form of the same intent, that show the refusal. */
function rowsWithRefusal(answer: FormAnswer | undefined): string[] {
  const rows = ['a', 'b', 'c'].map((id) => (
    <li key={id} id={id}>
      <IntentForm intent="remove" section="list" answer={answer} row={{ id }} submit={{ children: 'Ta bort' }} />
    </li>
  ))
  const router = createMemoryRouter([{ path: '/', element: <ul>{rows}</ul> }])
  const page = renderToStaticMarkup(<RouterProvider router={router} />)
  return page
    .split('<li id="')
    .slice(1)
    .flatMap((row) => (row.includes('Det gick inte') ? row.slice(0, 1) : []))
}

const refusal = refused('Det gick inte')

test('a refusal is shown at the row that it is for, and at no other', () => {
  expect(rowsWithRefusal({ intent: 'remove', refusal, values: { intent: 'remove', id: 'b' } })).toEqual(['b'])
})

test('an answer to another form, or to no row, is shown at none', () => {
  expect(rowsWithRefusal(undefined)).toEqual([])
  expect(rowsWithRefusal({ intent: 'add', refusal, values: { id: 'b' } })).toEqual([])
  expect(rowsWithRefusal({ intent: 'remove', refusal })).toEqual([])
})
