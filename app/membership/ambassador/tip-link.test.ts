import { expect, test } from 'vitest'
import { parsePhone } from '~/shared/phone'
import { signUpQuery } from './tip-link'

test.each([
  ['+46701740601', 'role=company&ref=0701740601'],
  ['+4722123456', 'role=company&ref=%2B4722123456'],
])('the sign-up query for the tip of %s can be parsed back to the number', (phone, query) => {
  expect(signUpQuery(phone)).toBe(query)
  expect(parsePhone(new URLSearchParams(query).get('ref') ?? '')).toBe(phone)
})
