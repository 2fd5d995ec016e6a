import { href } from 'react-router'
import type { Post } from './send-kept-stops'

export const postLateStop: Post = (shiftId, body) =>
  fetch(href('/vakt/stopp/:id', { id: shiftId }), { method: 'POST', body, redirect: 'manual' })
