import { expect, test } from 'vitest'
import { z } from 'zod'
import { keptValues, parseForm, typedValues } from './form'

test('a file where words should be was not typed by anybody', () => {
  const form = new FormData()
  form.set('name', new File(['x'], 'x.txt'))
  form.set('email', 'siv@exempel.se')
  expect(typedValues(form)).toEqual({ email: 'siv@exempel.se' })
})

test('secrets are not sent back to the page', () => {
  const values = { email: 'siv@exempel.se', password: 'hemligt', newPassword: 'hemligare', code: '123456' }
  expect(keptValues(values)).toEqual({ email: 'siv@exempel.se' })
  expect(keptValues({ postcode: '125 4', recoveryCode: 'x' })).toEqual({ postcode: '125 4' })
})

test('the first message of each field is the one shown', () => {
  const schema = z.object({ name: z.string().min(3, 'för kort').regex(/^a/, 'börjar inte på a') })
  expect(parseForm(schema, { name: 'b' }, 'Nej')).toEqual({
    ok: false,
    title: 'Nej',
    message: '',
    fields: { name: 'för kort' },
  })
  expect(parseForm(schema, { name: 'abc' }, 'Nej')).toEqual({ ok: true, value: { name: 'abc' } })
})
