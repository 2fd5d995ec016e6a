import { expect, onTestFinished, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { silentLog } from '../log.server'
import { openPool, withSetting } from './database.server'

const house = useHouse()

test('connections with a setting of their own act as the product all the same', async () => {
  const pool = openPool({ ...withSetting(house.pool.options, 'enable_seqscan=off'), max: 1 }, silentLog)
  onTestFinished(() => pool.end())
  const { rows } = await pool.query(
    `select current_user::text as "actsAs", current_setting('enable_seqscan') as "isScanned"`,
  )
  expect(rows).toEqual([{ actsAs: 'kvartera_product', isScanned: 'off' }])
  const unset = openPool(
    { ...withSetting({ ...house.pool.options, options: undefined }, 'jit=off'), max: 1 },
    silentLog,
  )
  onTestFinished(() => unset.end())
  expect((await unset.query(`select current_setting('jit') as jit`)).rows).toEqual([{ jit: 'off' }])
})
