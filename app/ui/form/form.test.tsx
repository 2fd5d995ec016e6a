import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { RefusalShown } from './error-summary'
import { Checkbox, ChoiceCards, PasswordField, TextField } from './field'
import { Form } from './form'

const refusal = {
  title: 'Registrering misslyckades',
  message: 'Det finns saker att rätta till.',
  fields: { email: 'Skriv din e-postadress', plan: 'Välj ett paket' },
}

/** The server's HTML, which is all there is without JavaScript. */
function html(state: { refusal?: RefusalShown; values?: Record<string, string> }): string {
  const form = (
    <Form {...state}>
      <TextField name="email" label="E-post" hint="Hit skickar vi bekräftelsen." defaultValue="förvald" />
      <PasswordField name="password" label="Lösenord" />
      <Checkbox name="news" label="Nyheter" defaultChecked />
      <ChoiceCards
        name="plan"
        legend="Paket"
        defaultValue="base"
        options={[
          { value: 'base', title: 'Bas' },
          { value: 'sponsor', title: 'Huvudsponsor' },
        ]}
      />
    </Form>
  )
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />)
}

/** The only start tag with this attribute. */
function tag(source: string, attribute: string): string {
  const found = source.match(new RegExp(`<[a-z]+ [^>]*${attribute}[^>]*>`, 'g')) ?? []
  expect(found, attribute).toHaveLength(1)
  return found[0] ?? ''
}

function attribute(element: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? ''
}

describe('an untouched form', () => {
  const page = html({})

  test('shows its default values and no errors', () => {
    expect(tag(page, 'name="email"')).toContain('value="förvald"')
    expect(tag(page, 'name="news"')).toContain('checked')
    expect(tag(page, 'value="base"')).toContain('checked')
    expect(page).not.toContain('role="alert"')
    expect(page).not.toContain('aria-invalid')
  })

  test('turns off the browser’s own validation', () => {
    expect(tag(page, 'method="post"').toLowerCase()).toContain('novalidate')
  })
})

describe('a refused form', () => {
  const page = html({ refusal, values: { email: 'lisa.ohman', password: 'hemligt', plan: 'sponsor' } })

  test('has a summary on top with a link to each invalid field', () => {
    expect(page).toContain('Registrering misslyckades')
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(targets).toHaveLength(2)
    for (const id of targets) expect(page).toContain(` id="${id}"`)
  })

  test('ties the hint and the error to the field with aria-describedby', () => {
    const email = tag(page, 'name="email"')
    expect(email).toContain('aria-invalid="true"')
    const described = attribute(email, 'aria-describedby').split(' ')
    expect(described).toHaveLength(2)
    for (const id of described) expect(page).toContain(` id="${id}"`)
  })

  test('keeps what was typed, chosen and left unticked', () => {
    expect(tag(page, 'name="email"')).toContain('value="lisa.ohman"')
    expect(tag(page, 'value="sponsor"')).toContain('checked')
    expect(tag(page, 'value="base"')).not.toContain('checked')
    expect(tag(page, 'name="news"')).not.toContain('checked')
  })

  test('never sends a password back, and asks for it again', () => {
    expect(page).toContain('Skriv lösenordet igen')
    expect(html({})).not.toContain('Skriv lösenordet igen')
    expect(page).not.toContain('hemligt')
  })
})
