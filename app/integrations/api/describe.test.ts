import { expect, test } from 'vitest'
import { describeApi } from './describe'

test('is word for word what companies have built their systems on; whoever changes it sees the change', async () => {
  const described = JSON.stringify(describeApi('https://kvartera.example'), null, 2)
  await expect(`${described}\n`).toMatchFileSnapshot('./described.snap')
})
