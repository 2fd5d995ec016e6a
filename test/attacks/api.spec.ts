import { expect } from '@playwright/test'
import { demo, logInBy } from '../support/browser/browser-people'
import { test } from '../support/browser/browser-test'

/** The program API through the whole server; its rules are tested in api.test.ts. */
const doors = ['/api/me', '/api/bookings', '/api/alarms']

test('the program API accepts only an access token, sends no CORS headers and ends with the log-out', async ({
  request,
  playwright,
  baseURL,
}) => {
  await logInBy(request, demo.member)
  const { token } = await (await request.post('/api/token')).json()
  const program = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  for (const door of doors) {
    const headers = { Authorization: `Bearer ${token}`, Origin: 'https://evil.test' }
    const answer = await program.get(door, { headers })
    expect(answer.status(), door).toBe(200)
    expect(answer.headers()['access-control-allow-origin'], door).toBeUndefined()
    expect(answer.headers()['cache-control'], door).toBe('no-store')
    // With the session cookie and no token.
    const byCookie = await request.get(door)
    expect(byCookie.status(), door).toBe(401)
    expect(byCookie.headers()['content-type'], door).toBe('application/problem+json')
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const wrong = await program.fetch(door, { method, headers: { Authorization: `Bearer ${token}` } })
      expect(wrong.status(), `${method} ${door}`).toBe(405)
      expect(wrong.headers()['access-control-allow-methods'], `${method} ${door}`).toBeUndefined()
    }
  }
  expect((await program.get('/api/token')).status()).toBe(405)
  await request.post('/logout', { form: { redirectTo: '' } })
  expect((await program.get('/api/me', { headers: { Authorization: `Bearer ${token}` } })).status()).toBe(401)
  await program.dispose()
})
