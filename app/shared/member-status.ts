export type MemberStatus = 'trial' | 'active' | 'free' | 'past_due' | 'ended'
