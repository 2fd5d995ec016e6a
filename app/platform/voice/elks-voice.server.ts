import { z } from 'zod'
import type { ElksAccount } from '../channel-config.server'
import { openElksAccount } from '../sms/elks-account.server'
import type { VoiceCaller } from './voice.server'

/** Where the provider asks what to do next in a call: when it was picked up, when a digit was pressed, and when it is over. */
export type VoiceEvent = 'answered' | 'digit' | 'over'

/** Until a voicemail picks up, which most do before; a person who is asleep needs that long. */
const ringsForS = '30'

const taken = z.object({ id: z.string().min(1).max(100), state: z.string().optional() })

/** Calls by 46elks. `addressOf` is where it asks about a call of ours; each of these addresses is a secret of that call. */
export function openElksVoice(
  account: ElksAccount,
  addressOf: (id: string, attempt: number, event: VoiceEvent) => string,
): VoiceCaller {
  const elks = openElksAccount(account)
  return {
    name: '46elks',
    leavesTheHouse: true,
    async call(phone, id, attempt) {
      const placed = await elks.post('/calls', taken, {
        from: account.sender,
        to: phone,
        voice_start: addressOf(id, attempt, 'answered'),
        whenhangup: addressOf(id, attempt, 'over'),
        timeout: ringsForS,
      })
      if (placed.kind !== 'taken') return placed
      const { id: providerId, state } = placed.answer
      if (state === 'failed') return { kind: 'permanent', reason: '46elks: failed' }
      return { kind: 'placed', providerId }
    },
  }
}

/** What the phone is to do now, as 46elks reads it: a recording with a menu, a recording and the end, or the end at once. */
export const elksActions = {
  ask: (sound: string, next: string) => ({ ivr: sound, digits: 1, timeout: 5, repeat: 3, next }),
  say: (sound: string) => ({ play: sound }),
} as const
