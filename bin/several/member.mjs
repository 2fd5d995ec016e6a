/** Signs up a member through the form. */
export async function openMember(origin) {
  const member = { email: 'boende@several.example', password: 'gullviva62' }
  const fields = { intent: 'member', name: 'Bo Ende', phone: '070-174 06 20', ...member, terms: 'on' }
  const answer = await fetch(`${origin}/signup`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  if (answer.status !== 302) throw new Error(`Nobody could sign up: ${answer.status}.`)
  return member
}
