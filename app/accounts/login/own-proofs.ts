/** By what a person can prove who they are. A form that asks for proof shows a field or a button for each. */
export type OwnProofs = { hasPassword: boolean; hasPasskey: boolean }
