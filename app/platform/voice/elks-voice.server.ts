import { z } from 'zod'
import type { ElksAccount } from '../channel-config.server'
import { openElksAccount } from '../sms/elks-account.server'
import type { VoiceCaller } from './voice.server'

/** Callbacks of the provider during a call: answered, digit pressed, call over. */
export type VoiceEvent = 'answered' | 'digit' | 'over'

/** Seconds. Usually a voicemail answers earlier; a person who is asleep needs that long. */
const ringsForS = '30'

const taken = z.object({ id: z.string().min(1).max(100), state: z.string().optional() })

/** Calls by 46elks. `addressOf` gives the callback URLs of a call; each contains a secret for that call. */
export function openElksVoice(
  account: ElksAccount,
  addressOf: (id: string, attempt: number, event: VoiceEvent) => string,
): VoiceCaller {
  const elks = openElksAccount(account)
  return {
    name: '46elks',
    leavesTheHouse: true,
    canRing: true,
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

/** Actions for a call in 46elks' format: play a recording with a menu, or play a recording and hang up. */
export const elksActions = {
  ask: (sound: string, next: string) => ({ ivr: sound, digits: 1, timeout: 5, repeat: 3, next }),
  say: (sound: string) => ({ play: sound }),
} as const
