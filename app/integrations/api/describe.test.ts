import { expect, test } from 'vitest'
import { describeApi } from './describe'

test('the OpenAPI description matches its snapshot', async () => {
  const described = JSON.stringify(describeApi('https://kvartera.example'), null, 2)
  await expect(`${described}\n`).toMatchFileSnapshot('./described.snap')
})
